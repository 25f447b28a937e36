import { directoryTables, isDirectoryStore, moduleOf, serverPart } from '../base/layout.ts'
import { type Finding, findingAt, perFile, type Rule } from '../base/rule.ts'
import type { SourceFile } from '../base/source-tree.ts'
import { sqlIn } from '../base/sql.ts'
import { calleeOf, child, children, type Node, nameOf, walk } from '../base/walk.ts'

const SERVER = 'packages/server/src/'
/** Folder of the backups, which contain the whole installation and not a single company. */
const BACKUP = `${SERVER}db/backup/`
/**
 * Pattern of the functions of platform/db/statements that define a function without a company. A function defined by `company...`
 * takes `ctx` first.
 */
const WITHOUT_COMPANY = /^(directory|database)(Rows|Row|Read|Has|Run)$/
const isDataAccess = (path: string) => /\/(store|queries)\b[^/]*\.ts$|\/(store|queries)\/[^/]+\.ts$/.test(path)

/**
 * Rule 7: exported functions that access rows of a company take `ctx` as the first parameter. Apart from platform/db and the
 * backups, only files `store-directory*` read the directory tables (verify does too) or work without a company.
 */
export const companyContext: Rule = {
  name: '7 company context',
  check: (tree) => [
    ...perFile(
      tree,
      (file) =>
        moduleOf(file.path) !== undefined && !file.isTest && isDataAccess(file.path) && !isDirectoryStore(file.path),
      bareFunctions,
    ),
    ...perFile(
      tree,
      (file) => serverPart(file.path) !== undefined && !file.isTest && !isDirectoryStore(file.path),
      directoryReads,
    ),
  ],
}

function* bareFunctions(file: SourceFile): Generator<Finding> {
  for (const { name, node } of exportedFunctions(file.program)) {
    if (isCtx(children(node, 'params')[0])) continue
    const message = `${name} must take \`ctx: Ctx\` first, so that the company filter cannot be left out; what needs no company does not belong here.`
    yield findingAt(file, node.start, message)
  }
}

function* exportedFunctions(program: Node): Generator<{ name: string; node: Node }> {
  const exportedNames = new Set<string>()
  const declared = new Map<string, Node>()
  for (const statement of children(program, 'body')) {
    const isExport = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
    const declaration = isExport ? child(statement, 'declaration') : statement
    for (const [name, node] of functionsOf(declaration)) {
      declared.set(name, node)
      if (isExport) exportedNames.add(name)
    }
    for (const specifier of children(statement, 'specifiers'))
      exportedNames.add(nameOf(child(specifier, 'local')) ?? '')
  }
  for (const [name, node] of declared) if (exportedNames.has(name)) yield { name, node }
}

function functionsOf(declaration: Node | undefined): [string, Node][] {
  if (declaration?.type === 'FunctionDeclaration') return [[nameOf(child(declaration, 'id')) ?? 'default', declaration]]
  if (declaration?.type !== 'VariableDeclaration') return []
  return children(declaration, 'declarations').flatMap((declarator): [string, Node][] => {
    const init = child(declarator, 'init')
    const isFunction = init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression'
    return isFunction ? [[nameOf(child(declarator, 'id')) ?? '', init]] : []
  })
}

/** Returns true if a parameter has the type `Ctx`, a type whose name ends with `Ctx`, or `Pick` or `Readonly` of such a type. */
function isCtx(parameter: Node | undefined): boolean {
  const type = child(child(parameter, 'typeAnnotation'), 'typeAnnotation')
  if (type?.type !== 'TSTypeReference') return false
  const name = nameOf(child(type, 'typeName')) ?? ''
  if (name === 'Pick' || name === 'Readonly') {
    const inner = children(child(type, 'typeArguments'), 'params')[0]
    return /Ctx$/.test(nameOf(child(inner, 'typeName')) ?? '')
  }
  return /Ctx$/.test(name)
}

function* directoryReads(file: SourceFile): Generator<Finding> {
  const isDatabase = [`${SERVER}platform/db/`, BACKUP].some((folder) => file.path.startsWith(folder))
  for (const { offset, reads } of sqlIn(file)) {
    const table = reads.find((name) => directoryTables.includes(name))
    if (table && !isDatabase && serverPart(file.path) !== 'verify') {
      yield findingAt(
        file,
        offset,
        `${table} is a directory table, without row-level security: read it in a file store-directory* of its module.`,
      )
    }
  }
  if (isDatabase) return
  for (const node of walk(file.program)) {
    const name = calleeOf(node)?.split('.').at(-1) ?? ''
    if (name === 'inDirectory' || WITHOUT_COMPANY.test(name))
      yield findingAt(file, node.start, `${name} works without a company: only files store-directory* call it.`)
  }
}
