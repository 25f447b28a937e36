import { circlesOf, stepsOf } from '../base/circles.ts'
import { type Finding, findingAt, type Rule } from '../base/rule.ts'
import type { SourceFile, SourceTree } from '../base/source-tree.ts'

/** Rule 2: folders do not import each other, directly or in a circle, in any package. Tests are left out. */
export const folderCycles: Rule = { name: '2 folder cycles', check }

const isProduction = ({ isTest }: SourceFile): boolean => !isTest

function check(tree: SourceTree): Finding[] {
  return circlesOf(tree, ({ folder }) => folder, isProduction).map((circle) => {
    const [{ file, offset }] = circle
    const steps = stepsOf(circle, '/')
    return findingAt(
      file,
      offset,
      `Folders import each other in a circle; move what they share into a folder below both:${steps}`,
    )
  })
}
