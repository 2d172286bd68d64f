-- Portcullis in Neovim, 0.7 and newer: diagnostics, fixes, hovers and the rest for policy files, from `portcullis serve`.
--
--   require('portcullis').setup()
--
-- Options, all of them optional: `cmd` (the server's command), `init_options` (`configDir`, `agentDir`, …), `codelens`
-- (false shows no verdicts on `// @call …` comments).

local M = {}

local NAMES = { 'policy.jsonc', 'hard-guards.jsonc', '*/agents/*.md' }

-- Shows an answer where the cursor is.
local function show(text)
  vim.lsp.util.open_floating_preview(vim.split(text, '\n', { plain = true }), 'text', { border = 'single' })
end

-- Asks for a verdict and shows it with what led to it.
local function evaluate(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  local argument = vim.tbl_extend('force', {}, (command.arguments or { {} })[1])
  argument.show = nil
  local params = { command = command.command, arguments = { argument } }
  local function answered(error, result)
    if error then
      vim.notify(error.message, vim.log.levels.ERROR)
    elseif result then
      show(result.text)
    end
  end
  if vim.fn.has('nvim-0.11') == 1 then
    client:request('workspace/executeCommand', params, answered, context.bufnr)
  else
    client.request('workspace/executeCommand', params, answered, context.bufnr)
  end
end

-- The client of a buffer, if it has one.
local function client_of(buffer)
  local clients = (vim.lsp.get_clients or vim.lsp.get_active_clients)()
  for _, client in ipairs(clients) do
    if client.name == 'portcullis' and vim.lsp.buf_is_attached(buffer, client.id) then
      return client
    end
  end
end

-- `:PortcullisEvaluate bash git push`
local function ask(words)
  local client = client_of(0)
  local surface, value = words:match('^(%S+)%s+(.+)$')
  if not client or not surface then
    vim.notify('PortcullisEvaluate SURFACE VALUE, in a policy file', vim.log.levels.WARN)
    return
  end
  local command = { command = 'portcullis.evaluate', arguments = { { surface = surface, value = value } } }
  evaluate(command, { client_id = client.id, bufnr = vim.api.nvim_get_current_buf() })
end

-- The verdicts on calls in comments, anew after each change.
local function follow_lenses(buffer)
  local group = vim.api.nvim_create_augroup('portcullis_lens_' .. buffer, {})
  vim.api.nvim_create_autocmd({ 'BufEnter', 'CursorHold', 'InsertLeave', 'TextChanged' }, {
    group = group,
    buffer = buffer,
    callback = function()
      vim.lsp.codelens.refresh({ bufnr = buffer })
    end,
  })
end

local function attached(options)
  return function(_, buffer)
    if options.codelens ~= false and vim.fn.has('nvim-0.12') == 0 then
      follow_lenses(buffer)
    end
  end
end

-- What `vim.lsp.start`, `vim.lsp.config` and `vim.lsp.start_client` all take.
function M.config(options)
  options = options or {}
  return {
    name = 'portcullis',
    cmd = options.cmd or { 'portcullis', 'serve' },
    init_options = options.init_options or vim.empty_dict(),
    root_dir = options.root_dir or vim.fn.getcwd(),
    on_attach = attached(options),
  }
end

-- Attaches to a buffer; to the running server if there is one.
function M.attach(buffer, options)
  local config = M.config(options)
  if vim.lsp.start then
    return vim.lsp.start(config, { bufnr = buffer })
  end
  if not M.client_id or not vim.lsp.get_client_by_id(M.client_id) then
    M.client_id = vim.lsp.start_client(config)
  end
  if M.client_id then
    vim.lsp.buf_attach_client(buffer, M.client_id)
  end
  return M.client_id
end

function M.setup(options)
  for _, name in ipairs({ 'portcullis.evaluate', 'portcullis.explain' }) do
    vim.lsp.commands[name] = evaluate
  end
  vim.api.nvim_create_user_command('PortcullisEvaluate', function(given)
    ask(given.args)
  end, { nargs = '+' })
  local group = vim.api.nvim_create_augroup('portcullis', {})
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile' }, {
    group = group,
    pattern = NAMES,
    callback = function(event)
      M.attach(event.buf, options)
    end,
  })
end

return M
