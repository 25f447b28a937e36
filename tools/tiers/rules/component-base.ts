import { formsWithoutKit } from '../base/forms.ts'
import { type Finding, findingAt, perFile, type Rule } from '../base/rule.ts'
import type { SourceFile } from '../base/source-tree.ts'
import { child, children, literalText, type Node, nameOf, walk } from '../base/walk.ts'

const WEB = 'packages/web/src/'
const UI = 'packages/web/src/ui/'

/** Pattern of the libraries of components, icons and QR codes that only `ui` may import. */
const BASE =
  /^(react-aria-components|react-aria|react-stately|@react-aria\/.+|@internationalized\/.+|lucide-react|uqr)$/
/** Pattern of the libraries of components that were replaced and may not be imported anywhere in the web. */
const REPLACED = /^(antd|@ant-design\/.+|rc-.+|@rc-component\/.+)$/

const FORM = `${UI}form/form.tsx`
const KIT = `${UI}form/use-form.ts`
const USE_KIT = 'Use useForm (ui/form/use-form.ts) for the entries of this form, and give it {...form}.'

/**
 * Rule 15: the pages have one component base and one form kit, in `ui`. Elsewhere no library of components is imported, no button
 * is styled by hand, no form or key handler calls `preventDefault` itself, and no form keeps its entries by hand.
 */
export const componentBase: Rule = {
  name: '15 one component base',
  check: (tree) => perFile(tree, (file) => file.path.startsWith(WEB) && !file.isTest, look),
}

function* look(file: SourceFile): Generator<Finding> {
  const isBase = file.path.startsWith(UI)
  for (const { packageName, offset } of file.imports) {
    if (REPLACED.test(packageName))
      yield findingAt(file, offset, `${packageName} was replaced by the components of packages/web/src/ui.`)
    else if (!isBase && BASE.test(packageName))
      yield findingAt(file, offset, `${packageName} belongs into packages/web/src/ui only: wrap it there once.`)
  }
  if (isBase) return
  yield* formByHand(file)
  for (const node of walk(file.program)) {
    if (isPrevention(node))
      yield findingAt(file, node.start, 'Use Form (ui/form/form.tsx) for a form, perform (ui/perform.ts) for a key.')
    if (isRawButton(node))
      yield findingAt(
        file,
        node.start,
        'Use Button of ui/button.tsx, ButtonLink or DownloadLink of ui/button-link.tsx.',
      )
  }
}

function* formByHand(file: SourceFile): Generator<Finding> {
  const form = file.imports.find(({ target }) => target === FORM)
  const usesKit = file.imports.some(({ target }) => target === KIT)
  const isListed = file.path.slice(WEB.length) in formsWithoutKit
  if (form !== undefined && !usesKit && !isListed) yield findingAt(file, form.offset, USE_KIT)
  if (!/<form/i.test(file.text)) return
  for (const node of walk(file.program)) {
    if (node.type !== 'JSXOpeningElement') continue
    const name = nameOf(child(node, 'name'))
    if (name === 'form') yield findingAt(file, node.start, 'Use Form (ui/form/form.tsx) instead of a raw form.')
    if (name === 'Form' && usesKit && !isListed && !takesForm(node)) yield findingAt(file, node.start, USE_KIT)
  }
}

/** Returns true for an element with the attribute `{...form}`, the value that `useForm` returns for it. */
const takesForm = (element: Node): boolean =>
  children(element, 'attributes').some(
    (attribute) => attribute.type === 'JSXSpreadAttribute' && nameOf(child(attribute, 'argument')) === 'form',
  )

const isPrevention = (node: Node): boolean =>
  node.type === 'MemberExpression' && nameOf(child(node, 'property')) === 'preventDefault'

/** Returns true for a `className` whose text contains the class `button`, also as a part of an expression. */
function isRawButton(node: Node): boolean {
  if (node.type !== 'JSXAttribute' || nameOf(child(node, 'name')) !== 'className') return false
  const value = child(node, 'value')
  if (value === undefined) return false
  return [...walk(value)].some((part) => / button /.test(` ${textOf(part)} `))
}

function textOf(node: Node): string {
  if (node.type !== 'TemplateElement') return literalText(node) ?? ''
  return (node.value as { readonly raw?: string } | undefined)?.raw ?? ''
}
