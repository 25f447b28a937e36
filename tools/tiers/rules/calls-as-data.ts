import { furtherRights, handWrittenRoutes } from '../base/routes.ts'
import { type Finding, findingAt, type Rule } from '../base/rule.ts'
import type { SourceFile, SourceTree } from '../base/source-tree.ts'
import { calleeOf, child, children, dotted, literalText, type Node, nameOf, walk } from '../base/walk.ts'

const SERVER = 'packages/server/src/'
const WEB = 'packages/web/src/'
const APP = `${SERVER}app.ts`
const MAX_DEPS = 12
const MAX_BUILD_LINES = 45
const MAX_ROUTES = 10
const MAX_FURTHER_RIGHTS = 5
/** File that may compare roles: the rules of the page on which roles are given. */
const COMPARES_ROLES = `${WEB}features/members/rules.ts`
/** Pattern of a field or comparison of roles in a text. */
const ROLE_TEST =
  /\b(is_admin|is_superuser|isAdmin|isSuperuser)\b|\brole(Of\([^)]*\))?\s*[!=]==|[!=]==\s*'(admin|superuser)'|'(admin|superuser)'\s*[!=]==/
/** Files that turn calls into routes, and so may register them. */
const MAKES_ROUTES: readonly string[] = [`${SERVER}platform/calls/calls.ts`, `${SERVER}platform/http/route.ts`]
/** Pattern of the functions that register a route, or give Fastify the schemas of a route. */
const REGISTERS = /^(router\.(signedIn|open|upload)|schemaOf)$/

/**
 * Rule 13: calls are data. A route written by hand must be on the list of `base/routes.ts`. An action must not repeat the policy
 * that the guard checks. Few types are called `...Deps`, `buildApp` is short, and a button asks the policy of its call, never a
 * role.
 */
export const callsAsData: Rule = {
  name: '13 calls as data',
  check: (tree) => [
    ...routesIn(tree),
    ...secondChecksIn(tree),
    ...depsIn(tree),
    ...buildIn(tree),
    ...roleTestsIn(tree),
  ],
}

const listedRoutes = new Set(Object.keys(handWrittenRoutes).slice(0, MAX_ROUTES))

function* routesIn(tree: SourceTree): Generator<Finding> {
  for (const file of tree.values()) {
    if (!file.path.startsWith(SERVER) || file.isTest || MAKES_ROUTES.includes(file.path)) continue
    if (!/router\.|schemaOf\(/.test(file.text)) continue
    for (const node of walk(file.program)) {
      if (!REGISTERS.test(calleeOf(node) ?? '')) continue
      const call = dotted(children(node, 'arguments')[0])?.split('.').at(-1) ?? 'a call without a name'
      if (!listedRoutes.has(call))
        yield findingAt(
          file,
          node.start,
          `The route of ${call} is written by hand: make it a command, question, streamed or publicCall.`,
        )
    }
  }
}

const listedRights = new Set(Object.keys(furtherRights).slice(0, MAX_FURTHER_RIGHTS))

function* secondChecksIn(tree: SourceTree): Generator<Finding> {
  for (const file of tree.values()) {
    if (!file.path.startsWith(`${SERVER}modules/`) || file.isTest || !file.text.includes('allow(')) continue
    for (const node of walk(file.program)) {
      if (calleeOf(node) !== 'allow') continue
      const [, operation, subject] = children(node, 'arguments')
      if (subject === undefined && !listedRights.has(literalText(operation) ?? ''))
        yield findingAt(
          file,
          node.start,
          'The guard has checked the policy of the call: leave this out, or give the subject whose owner decides.',
        )
    }
  }
}

function* depsIn(tree: SourceTree): Generator<Finding> {
  const found = [...tree.values()].filter(({ path }) => path.startsWith(SERVER)).flatMap((file) => [...depsOf(file)])
  if (found.length <= MAX_DEPS) return
  const message = `${found.length} types are called ...Deps (${MAX_DEPS}): take what is needed from Needs of platform/calls.`
  for (const { file, start } of found) yield findingAt(file, start, message)
}

function* depsOf(file: SourceFile): Generator<{ file: SourceFile; start: number }> {
  if (!file.text.includes('Deps')) return
  for (const node of walk(file.program)) {
    const isType = node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration'
    if (isType && nameOf(child(node, 'id'))?.endsWith('Deps')) yield { file, start: node.start }
  }
}

function* buildIn(tree: SourceTree): Generator<Finding> {
  const file = tree.get(APP)
  if (file === undefined) return
  for (const node of walk(file.program)) {
    if (node.type !== 'FunctionDeclaration' || nameOf(child(node, 'id')) !== 'buildApp') continue
    const lines = file.lineAt(node.end) - file.lineAt(node.start) + 1
    if (lines > MAX_BUILD_LINES)
      yield findingAt(
        file,
        node.start,
        `buildApp has ${lines} lines (${MAX_BUILD_LINES}): move parts to the folder app.`,
      )
  }
}

function* roleTestsIn(tree: SourceTree): Generator<Finding> {
  for (const file of tree.values()) {
    if (!file.path.startsWith(WEB) || file.isTest || file.path === COMPARES_ROLES) continue
    const match = ROLE_TEST.exec(file.text)
    if (match !== null) yield roleFinding(file, match.index, match[0].trim())
    else if (/role|admin|superuser/.test(file.text)) yield* hiddenRoleTestIn(file)
  }
}

const roleFinding = (file: SourceFile, at: number, found: string): Finding =>
  findingAt(file, at, `No ${found} in pages: ask useMay() with the endpoint of the button.`)

/**
 * Yields a finding for the first test of a role that is no comparison: of a list, by cases, or of a role under another name. None
 * if there is no such test.
 */
function* hiddenRoleTestIn(file: SourceFile): Generator<Finding> {
  for (const node of walk(file.program)) {
    if (!isRoleChoice(node) && !isRoleTakenOut(node)) continue
    yield roleFinding(file, node.start, file.text.slice(node.start, Math.min(node.end, node.start + 40)))
    return
  }
}

const isRole = (node: Node | undefined): boolean =>
  nameOf(node) === 'role' || nameOf(child(node, 'callee')) === 'roleOf' || isRoleOfSomebody(node)

/** Returns true for a member named `role`, such as `somebody.role`. */
const isRoleOfSomebody = (node: Node | undefined): boolean =>
  node?.type === 'MemberExpression' && nameOf(child(node, 'property')) === 'role'

const isNameOfRole = (node: Node): boolean => /^(admin|superuser)$/.test(literalText(node) ?? '')

/** Returns true for `switch (role)`, `case 'admin'`, and a search in a list such as `['admin'].includes(role)`. */
function isRoleChoice(node: Node): boolean {
  if (node.type === 'SwitchStatement') return isRole(child(node, 'discriminant'))
  const test = child(node, 'test')
  if (node.type === 'SwitchCase') return test !== undefined && isNameOfRole(test)
  if (!/\.(includes|indexOf|has|some|find)$/.test(calleeOf(node) ?? '')) return false
  const list = child(child(node, 'callee'), 'object')
  return isRole(children(node, 'arguments')[0]) || (list !== undefined && [...walk(list)].some(isNameOfRole))
}

/** Returns true for a role that gets another name: `{ role: theirs }` in a pattern, or `somebody.role`. */
function isRoleTakenOut(node: Node): boolean {
  if (node.type !== 'ObjectPattern') return isRoleOfSomebody(node)
  return children(node, 'properties').some(
    (property) => nameOf(child(property, 'key')) === 'role' && nameOf(child(property, 'value')) !== 'role',
  )
}
