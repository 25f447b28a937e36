import { type Finding, findingAt, perFile, type Rule } from '../base/rule.ts'
import type { SourceFile } from '../base/source-tree.ts'
import { calleeOf, walk } from '../base/walk.ts'

const WEB = 'packages/web/src/'
const LIVE = `${WEB}live/`
const STATE_HOOKS = new Set(['useState', 'useReducer'])
const FETCHERS = /^(fetch|\.?queryClient\.fetchQuery)$/

/**
 * Rule 9: data comes from REST, and the socket only gives hints. Code for socket events (`live`) patches or invalidates queries,
 * so it has no state of components and reads nothing itself. Only `scope` may use zustand, for choices of a person.
 */
export const liveHints: Rule = {
  name: '9 live hints',
  check: (tree) => perFile(tree, (file) => file.path.startsWith(WEB) && !file.isTest, look),
}

function* look(file: SourceFile): Generator<Finding> {
  const isLive = file.path.startsWith(LIVE)
  for (const imported of file.imports) {
    if (imported.packageName === 'zustand' && !file.path.startsWith(`${WEB}scope/`)) {
      yield findingAt(
        file,
        imported.offset,
        'zustand holds the scope a person chose, in web/src/scope only; what the server said lives in the query cache.',
      )
    }
    if (isLive && imported.packageName === 'react' && imported.names.some((name) => STATE_HOOKS.has(name))) {
      yield findingAt(
        file,
        imported.offset,
        'A socket event patches or invalidates a query; it never fills a second store: no component state in web/src/live.',
      )
    }
  }
  if (!isLive) return
  for (const node of walk(file.program)) {
    if (FETCHERS.test(calleeOf(node) ?? '')) {
      yield findingAt(file, node.start, 'web/src/live reads nothing itself: invalidate the query, which reads again.')
    }
  }
}
