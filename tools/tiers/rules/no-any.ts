import { type Finding, findingAt, perFile, type Rule } from '../base/rule.ts'
import type { SourceFile } from '../base/source-tree.ts'
import { walk } from '../base/walk.ts'

const SILENCERS = [
  { words: '@ts-' + 'ignore', instead: 'mend the type' },
  { words: '@ts-' + 'nocheck', instead: 'mend the types' },
]

/** Rule 2: there is no type `any` and no comment that silences the compiler, in any file. */
export const noAny: Rule = { name: '2 no any', check: (tree) => perFile(tree, () => true, look) }

function* look(file: SourceFile): Generator<Finding> {
  if (/\bany\b/.test(file.text)) {
    for (const node of walk(file.program)) {
      if (node.type === 'TSAnyKeyword') {
        yield findingAt(
          file,
          node.start,
          '`any` switches the compiler off: name the type, or take `unknown` and narrow it.',
        )
      }
    }
  }
  for (const { words, instead } of SILENCERS) {
    const offset = file.text.indexOf(words)
    if (offset >= 0) yield findingAt(file, offset, `No ${words}: ${instead}.`)
  }
}
