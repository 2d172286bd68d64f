;;; portcullis.el --- Policy files of Portcullis, through eglot -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "26.3") (eglot "1.9"))

;;; Commentary:

;; (require 'portcullis), and open `policy.jsonc', `hard-guards.jsonc' or Markdown below a folder named `agents'.
;; `portcullis-evaluate' asks for the verdict on a call.

;;; Code:

(require 'eglot)
(require 'js)

(defgroup portcullis nil
  "Policy files of Portcullis."
  :group 'tools)

(defcustom portcullis-command '("portcullis" "serve")
  "The command of the server."
  :type '(repeat string))

(define-derived-mode portcullis-policy-mode js-mode "Policy"
  "A policy of Portcullis: JSON with comments.")

(define-derived-mode portcullis-agent-mode text-mode "Agent"
  "An agent's Markdown file, for its frontmatter.")

(add-to-list 'auto-mode-alist '("/\\(?:policy\\|hard-guards\\)\\.jsonc\\'" . portcullis-policy-mode))

(defun portcullis--contact (&optional _interactive)
  "The command of the server, for eglot."
  portcullis-command)

(add-to-list 'eglot-server-programs
             (cons '(portcullis-policy-mode portcullis-agent-mode) #'portcullis--contact))

(add-hook 'portcullis-policy-mode-hook #'eglot-ensure)
(add-hook 'portcullis-agent-mode-hook #'eglot-ensure)

(defun portcullis-evaluate (surface value)
  "Show the verdict on VALUE of SURFACE, and what led to it."
  (interactive "sSurface: \nsValue: ")
  (let ((answer (jsonrpc-request (eglot--current-server-or-lose)
                                 :workspace/executeCommand
                                 (list :command "portcullis.evaluate"
                                       :arguments (vector (list :surface surface :value value))))))
    (with-help-window "*portcullis*"
      (princ (plist-get answer :text)))))

(provide 'portcullis)
;;; portcullis.el ends here
