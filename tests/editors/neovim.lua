-- Neovim, headless, on a policy with five mistakes. Each step says what it saw; the test compares the lines.

local function say(...)
  io.stdout:write(table.concat({ ... }, ' '), '\n')
end

local function fail(why)
  io.stdout:write('failed: ', why, '\n')
  vim.cmd('cquit 1')
end

local function wait(what, condition)
  if not vim.wait(30000, condition, 20) then
    fail(what)
  end
end

local function codes()
  local found = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, diagnostic.user_data.lsp.code)
  end
  table.sort(found)
  return table.concat(found, ' ')
end

require('portcullis').setup({ cmd = { os.getenv('PORTCULLIS'), 'serve' } })
vim.cmd('edit ' .. os.getenv('POLICY'))

wait('five diagnostics', function()
  return #vim.diagnostic.get(0) == 5
end)
say('diagnostics:', codes())

-- The first action at each mistake, as somebody would take it from the menu.
vim.ui.select = function(items, _, chosen)
  chosen(items[1])
end
for left = 4, 0, -1 do
  local first = vim.diagnostic.get(0)[1]
  vim.api.nvim_win_set_cursor(0, { first.lnum + 1, first.col + 1 })
  vim.lsp.buf.code_action()
  wait('one mistake less than ' .. left + 1 .. ': ' .. codes(), function()
    return #vim.diagnostic.get(0) == left
  end)
end
vim.cmd('write')
say('mended:', #vim.diagnostic.get(0))

-- The lens on the first line, and what led to it.
vim.lsp.codelens.refresh()
wait('a lens', function()
  return #vim.lsp.codelens.get(0) == 1
end)
say('lens:', vim.lsp.codelens.get(0)[1].command.title)
vim.api.nvim_win_set_cursor(0, { 1, 0 })
vim.lsp.codelens.run()
local function float()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return vim.api.nvim_win_get_buf(window)
    end
  end
end
wait('the panel', float)
say('panel:', vim.api.nvim_buf_get_lines(float(), 0, 1, false)[1])
vim.cmd('qall!')
