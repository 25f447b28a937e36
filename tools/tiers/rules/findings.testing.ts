import type { Rule } from '../base/rule.ts'
import { treeOf } from '../base/source-tree.ts'

/** What a rule says about a few files: `path:line message`. */
export const findingsOf = (rule: Rule, texts: Record<string, string>): string[] =>
  rule.check(treeOf(texts)).map(({ path, line, message }) => `${path}:${line} ${message}`)
