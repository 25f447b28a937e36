import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'

/** Unit or machine as an option of a field; `label` is its name. */
export interface TreeOption {
  readonly value: string
  readonly label: string
}

const pathOf = (path: readonly string[]): string => path.join(' / ')

/**
 * Returns options of all units of a tree, the root included, each before its children. Labels have the names of the units above
 * too: `Plant / Hall 1`.
 */
export function unitOptions(root: TreeNodeShape, above: readonly string[] = []): TreeOption[] {
  const path = [...above, root.name]
  return [
    { value: String(root.id), label: pathOf(path) },
    ...root.children.flatMap((child) => unitOptions(child, path)),
  ]
}

/**
 * Returns options of the machines of a tree in its order, in a group for each unit with machines. The label of a group has the
 * names of the units: `Plant / Hall 1`.
 */
export function machineOptions(
  root: TreeNodeShape,
  above: readonly string[] = [],
): { readonly label: string; readonly options: readonly TreeOption[] }[] {
  const path = [...above, root.name]
  const options = root.equipment.map(({ id, name }) => ({ value: String(id), label: name }))
  const group = options.length === 0 ? [] : [{ label: pathOf(path), options }]
  return [...group, ...root.children.flatMap((child) => machineOptions(child, path))]
}
