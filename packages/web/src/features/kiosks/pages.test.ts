import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { expect, it } from 'vitest'
import { machinesIn, unitsIn } from './pages.ts'

const node = (id: number, name: string, machines: readonly string[], children: TreeNodeShape[] = []) =>
  ({
    id,
    name,
    equipment: machines.map((machine, index) => ({ id: id * 10 + index, name: machine })),
    children,
  }) as unknown as TreeNodeShape

const tree = node(1, 'Plant', [], [node(2, 'Hall', ['Saw'], [node(3, 'Cell', ['Mill', 'Lathe'])]), node(4, 'Yard', [])])

it('lists machines under the way to their unit', () => {
  expect(machinesIn(tree)).toEqual([
    { group: 'Plant / Hall', options: [{ value: '20', text: 'Saw' }] },
    {
      group: 'Plant / Hall / Cell',
      options: [
        { value: '30', text: 'Mill' },
        { value: '31', text: 'Lathe' },
      ],
    },
  ])
})

it('lists units indented under each other', () => {
  expect(unitsIn(tree).map(({ text }) => text)).toEqual(['Plant', '\u2003Hall', '\u2003\u2003Cell', '\u2003Yard'])
})
