import { type Finding, findingAt, perFile, type Rule } from '../base/rule.ts'
import type { SourceFile } from '../base/source-tree.ts'
import { calleeOf, walk } from '../base/walk.ts'

const WEB = 'packages/web/src/'
const LIVE = `${WEB}live/`
const STATE_HOOKS = new Set(['useState', 'useReducer'])
const FETCHERS = /^(fetch|\.?queryClient\.fetchQuery)$/

/**
 * Rule 9: REST is the truth, the socket is a hint. What handles socket events patches or invalidates queries: it keeps no
 * store and no state of its own, and reads nothing itself. zustand keeps what a person chose (scope), never what the server said.
 */
export const liveHints: Rule = {
  name: '9 live hints',
  check: (tree) => perFile(tree, (file) => file.path.startsWith(WEB) && !file.isTest, look),
}

function* look(file: SourceFile): Generator<Finding> {
  const isLive = file.path.startsWith(LIVE)
  for (const one of file.imports) {
    if (one.packageName === 'zustand' && !file.path.startsWith(`${WEB}scope/`)) {
      yield findingAt(
        file,
        one.offset,
        'zustand holds the scope a person chose, in web/src/scope only; what the server said lives in the query cache.',
      )
    }
    if (isLive && one.packageName === 'react' && one.names.some((name) => STATE_HOOKS.has(name))) {
      yield findingAt(
        file,
        one.offset,
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
