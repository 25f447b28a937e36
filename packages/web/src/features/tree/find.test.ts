import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { describe, expect, it } from 'vitest'
import { aroundWords, countBearing, findNode, findUnit, searchTree } from './find.ts'

const machine = (id: number, name: string, status: number | null) => ({
  id,
  name,
  active: true,
  schedule_source: 'self',
  currently_scheduled: true,
  last_ping_at: null,
  schedule_changes_at: null,
  current_status: status === null ? null : { status, started_at: '2026-11-21T00:00:00.000Z' },
})
const unit = (
  id: number,
  name: string,
  children: TreeNodeShape[],
  equipment: TreeNodeShape['equipment'],
): TreeNodeShape => ({
  id,
  name,
  org_unit_type_id: 2,
  active: true,
  schedule_source: 'self',
  children,
  equipment,
})
const stamping = unit(
  3,
  'Stamping',
  [],
  [machine(1, 'Press 12', 1), machine(2, 'Press 14', 2), machine(4, 'New', null)],
)
const root = unit(1, 'Works', [unit(2, 'Hall', [stamping], []), unit(5, 'Yard', [], [machine(9, 'Saw', 1)])], [])

describe('the tree', () => {
  it('is searched by name, ignoring case, and keeps the ancestors of each match', () => {
    const { tree: found } = searchTree(root, ' PRESS 12 ')
    expect(found?.children.map((child) => child.name)).toEqual(['Hall'])
    expect(found?.children[0]?.children[0]?.equipment.map((machine) => machine.name)).toEqual(['Press 12'])
  })

  it('keeps a unit whose own name matches, complete and closed when nothing under it does', () => {
    const whole = searchTree(root, 'stamp')
    expect(whole.tree?.children[0]?.children[0]).toBe(stamping)
    expect([...whole.closed]).toEqual(['o-3'])
    const both = searchTree(unit(1, 'Works', [{ ...stamping, name: 'Press shop' }], []), 'press')
    expect(both.tree?.children[0]?.equipment.map((machine) => machine.name)).toEqual(['Press 12', 'Press 14'])
    expect([...both.closed]).toEqual([])
  })

  it('is complete without words, and empty without a match', () => {
    expect(searchTree(root, '  ').tree).toBe(root)
    expect(searchTree(root, 'lathe').tree).toBeUndefined()
  })

  it('finds a unit at any depth', () => {
    expect(findUnit(root, 3)).toBe(stamping)
    expect(findUnit(root, 77)).toBeUndefined()
  })

  it('finds a unit or a machine with the units above it', () => {
    const names = (found: ReturnType<typeof findNode>) => found && [found.node, ...found.above].map(({ name }) => name)
    expect(names(findNode(root, 'e-2'))).toEqual(['Press 14', 'Stamping', 'Hall', 'Works'])
    expect(names(findNode(root, 'o-1'))).toEqual(['Works'])
    expect(findNode(root, 'e-77')).toBeUndefined()
  })

  it('counts the matching names and marks the match', () => {
    expect(countBearing(root, 'press')).toBe(2)
    expect(countBearing(root, 'Ya')).toBe(1)
    expect(aroundWords('Press 12', ' eSS')).toEqual(['Pr', 'ess', ' 12'])
    expect(aroundWords('Press 12', 'saw')).toBeUndefined()
    expect(aroundWords('Press 12', '  ')).toBeUndefined()
    // The first letter becomes two in lower case, so nothing is marked.
    expect(aroundWords('\u0130zmir press', 'press')).toBeUndefined()
  })
})
