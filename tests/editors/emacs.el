;;; Emacs, in batch mode, on a policy with a mistake. Each step says what it saw; the test compares the lines.  -*- lexical-binding: t; -*-

(package-initialize)
(require 'portcullis)
(require 'flymake)

(setq portcullis-command (list (getenv "PORTCULLIS") "serve")
      eglot-sync-connect 30
      eglot-autoshutdown t)

(defun say (text &rest arguments)
  (princ (concat (apply #'format text arguments) "\n")))

(defun wait-for (what condition)
  (let ((end (+ (float-time) 30)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.05))
    (unless (funcall condition)
      (say "failed: %s" what)
      (kill-emacs 1))))

(with-current-buffer (find-file-noselect (getenv "POLICY"))
  (say "mode: %s" major-mode)
  (unless (eglot-managed-p)
    (call-interactively #'eglot))
  (flymake-mode 1)
  (flymake-start)
  (wait-for "a diagnostic" (lambda () (flymake-diagnostics)))
  (say "diagnostic: %s" (car (split-string (flymake-diagnostic-text (car (flymake-diagnostics))) "\n")))
  (let ((inhibit-message t))
    (portcullis-evaluate "bash" "git push"))
  (with-current-buffer "*portcullis*"
    (goto-char (point-min))
    (say "verdict: %s" (buffer-substring (point) (line-end-position))))
  (eglot-shutdown (eglot-current-server)))
(kill-emacs 0)
