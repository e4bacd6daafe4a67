-- Opens a file in a Neovim without a window, and asks the language server for everything: `nvim -l` is newer, so a plain
-- script. What it answers is written as JSON. Works from Neovim 0.7 on.
local python, folder, file, out = unpack(vim.fn.split(vim.env.ASKED, "\n"))
local messages = {}
local started = 60000

vim.lsp.handlers["window/showMessage"] = function(_, result)
  table.insert(messages, result.message)
end
vim.cmd("edit " .. vim.fn.fnameescape(file))
local buffer = vim.api.nvim_get_current_buf()
vim.bo[buffer].filetype = "yaml"
local client = vim.lsp.start_client({
  name = "boardwright",
  cmd = { python, "-m", "boardwright", "lsp" },
  root_dir = folder,
  capabilities = (function()
    local known = vim.lsp.protocol.make_client_capabilities()
    known.textDocument.completion.completionItem.snippetSupport = true
    return known
  end)(),
})
vim.lsp.buf_attach_client(buffer, client)
assert(vim.wait(started, function()
  local known = vim.lsp.get_client_by_id(client)
  return known ~= nil and known.initialized
end, 20), "the server did not start")

local function ask(method, params)
  local found, fault = vim.lsp.buf_request_sync(buffer, method, params, started)
  assert(found ~= nil, method .. ": " .. tostring(fault))
  local answer = found[client]
  assert(answer ~= nil and answer.error == nil, method .. ": " .. vim.inspect(answer))
  return answer.result
end

local function document()
  return { uri = vim.uri_from_bufnr(buffer) }
end

local function at(text, after)
  for row, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column ~= nil then
      return { textDocument = document(), position = { line = row - 1, character = column - 1 + (after or 0) } }
    end
  end
  error("not there: " .. text)
end

local function whole()
  local last = vim.api.nvim_buf_line_count(buffer)
  return { start = { line = 0, character = 0 }, ["end"] = { line = last, character = 0 } }
end

local said = {}
vim.wait(started, function()
  return #vim.diagnostic.get(buffer) > 0
end, 20)
for _, each in ipairs(vim.diagnostic.get(buffer)) do
  table.insert(said, each.message)
end

-- The first correction that is offered is applied, as `vim.lsp.buf.code_action` does.
local place = at("cach_size", 2)
local actions = ask("textDocument/codeAction", {
  textDocument = document(),
  range = { start = place.position, ["end"] = place.position },
  context = { diagnostics = {} },
})
local encoding = vim.lsp.get_client_by_id(client).offset_encoding
vim.lsp.util.apply_workspace_edit(actions[1].edit, encoding)
local corrected = vim.wait(started, function()
  return #vim.tbl_filter(function(each)
    return each.severity == vim.diagnostic.severity.ERROR
  end, vim.diagnostic.get(buffer)) == 0
end, 20)

local tokens = ask("textDocument/semanticTokens/full", { textDocument = document() })
local part = ask("textDocument/semanticTokens/range", { textDocument = document(), range = whole() })
local lenses = ask("textDocument/codeLens", { textDocument = document() })
local answers = {
  said = said,
  actions = vim.tbl_map(function(each)
    return each.title
  end, actions),
  corrected = corrected,
  completion = vim.tbl_map(function(each)
    return each.label
  end, (function()
    local found = ask("textDocument/completion", at("move pilot", 5))
    return found.items or found
  end)()),
  hover = ask("textDocument/hover", at("move pilot", 1)).contents.value,
  definition = #ask("textDocument/definition", at("move pilot", 6)),
  references = #ask(
    "textDocument/references",
    vim.tbl_extend("force", at("move pilot", 6), { context = { includeDeclaration = true } })
  ),
  outline = #ask("textDocument/documentSymbol", { textDocument = document() }),
  symbols = vim.tbl_map(function(each)
    return each.name
  end, ask("workspace/symbol", { query = "catch_size" })),
  signature = ask("textDocument/signatureHelp", at("unload(target, me)", 8)).signatures[1].label,
  tokens = #tokens.data,
  part = #part.data,
  folds = #ask("textDocument/foldingRange", { textDocument = document() }),
  hints = #ask("textDocument/inlayHint", { textDocument = document(), range = whole() }),
  lens = ask("codeLens/resolve", lenses[1]).command.title,
  format = ask("textDocument/formatting", {
    textDocument = document(),
    options = { tabSize = 2, insertSpaces = true },
  }),
  rename = vim.tbl_count(
    ask("textDocument/rename", vim.tbl_extend("force", at("catches:", 1), { newName = "hauls" })).changes
  ),
  ran = ask("workspace/executeCommand", {
    command = "boardwright.runScenario",
    arguments = { document().uri, "a_day" },
  }),
  messages = messages,
}
local into = assert(io.open(out, "w"))
into:write(vim.json and vim.json.encode(answers) or vim.fn.json_encode(answers))
into:close()
vim.lsp.stop_client(client)
vim.wait(5000, function()
  return vim.lsp.get_client_by_id(client) == nil
end, 20)
vim.cmd("qall!")
