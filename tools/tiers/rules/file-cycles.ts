import { circlesOf, stepsOf } from '../base/circles.ts'
import { type Finding, findingAt, type Rule } from '../base/rule.ts'
import type { SourceFile, SourceTree } from '../base/source-tree.ts'

/** Rule 2: files do not import each other, directly or in a circle; types and helpers of tests included. */
export const fileCycles: Rule = { name: '2 file cycles', check }

const countsAll = (): boolean => true

function check(tree: SourceTree): Finding[] {
  return circlesOf(tree, ({ path }: SourceFile) => path, countsAll).map((circle) => {
    const [{ file, offset }] = circle
    const remedy = 'move what they share into the file of its subject, which imports neither'
    return findingAt(file, offset, `Files import each other in a circle; ${remedy}:${stepsOf(circle)}`)
  })
}
