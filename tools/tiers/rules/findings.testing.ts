import type { Rule } from '../base/rule.ts'
import { treeOf } from '../base/source-tree.ts'

/** Returns the findings of a rule about a few files, as `path:line message`. */
export const findingsOf = (rule: Rule, texts: Record<string, string>): string[] =>
  rule.check(treeOf(texts)).map(({ path, line, message }) => `${path}:${line} ${message}`)
