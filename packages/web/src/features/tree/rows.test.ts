import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moveOf, rowsOf, rowTyped } from './rows.ts'

const rest = { active: true, schedule_source: 'self' }
const machine = (id: number, name: string) => ({
  ...rest,
  id,
  name,
  current_status: null,
  currently_scheduled: true,
  last_ping_at: null,
  schedule_changes_at: null,
})
const unit = (
  id: number,
  name: string,
  children: TreeNodeShape[] = [],
  equipment: TreeNodeShape['equipment'] = [],
): TreeNodeShape => ({ ...rest, id, name, org_unit_type_id: 2, children, equipment })

const root = unit(1, 'Works', [
  unit(2, 'Stamping', [unit(3, 'Cell')], [machine(1, 'Press 1'), machine(2, 'Press 2')]),
  unit(4, 'Yard', [], [machine(3, 'Saw')]),
])
const open = rowsOf(root, new Set())
const keysOf = (rows: readonly { key: string }[]) => rows.map((row) => row.key)

describe('the lines of a tree', () => {
  it('are its nodes below each other, machines before units, each with its parent', () => {
    expect(keysOf(open)).toEqual(['o-1', 'o-2', 'e-1', 'e-2', 'o-3', 'o-4', 'e-3'])
    expect(open[4]).toMatchObject({ level: 3, position: 3, siblings: 3, parent: 1, isOpen: undefined })
    expect(open[5]).toMatchObject({ level: 2, position: 2, siblings: 2, parent: 0, isOpen: true })
  })

  it('leave out what is under a folded unit', () => {
    expect(keysOf(rowsOf(root, new Set(['o-2'])))).toEqual(['o-1', 'o-2', 'o-4', 'e-3'])
    expect(keysOf(rowsOf(root, new Set(['o-1', 'o-3'])))).toEqual(['o-1'])
  })
})

describe('a key', () => {
  const at = (key: string, pressed: string, rows = open) => {
    const move = moveOf(rows, keysOf(rows).indexOf(key), pressed)
    return move === undefined ? undefined : 'to' in move ? rows[move.to]?.key : move.toggle
  }

  it('goes a line on or back, to the ends, and not beyond them', () => {
    expect(at('o-1', 'ArrowDown')).toBe('o-2')
    expect(at('e-1', 'ArrowUp')).toBe('o-2')
    expect(at('e-2', 'Home')).toBe('o-1')
    expect(at('e-1', 'End')).toBe('e-3')
    expect(at('o-1', 'ArrowUp')).toBe('o-1')
    expect(at('e-3', 'ArrowDown')).toBe('e-3')
    expect(at('e-3', 'x')).toBeUndefined()
  })

  it('opens and closes, goes in and out', () => {
    const folded = rowsOf(root, new Set(['o-2', 'o-4']))
    expect(at('o-2', 'ArrowRight', folded)).toEqual(['o-2'])
    expect(at('o-2', 'ArrowRight')).toBe('e-1')
    expect(at('e-1', 'ArrowRight')).toBe('e-1')
    expect(at('o-2', 'ArrowLeft')).toEqual(['o-2'])
    expect(at('e-2', 'ArrowLeft')).toBe('o-2')
    expect(at('o-2', 'ArrowLeft', folded)).toBe('o-1')
    expect(at('o-2', '*', folded)).toEqual(['o-2', 'o-4'])
  })

  it('never leads out of the tree, and every line is reached by going on', () => {
    // Unit n + 1 is under one of the units before it and has this many machines.
    const place = fc.record({ above: fc.nat(), machines: fc.nat({ max: 3 }) })
    const tree = fc.array(place, { maxLength: 30 }).map((places) => {
      const units = [unit(0, 'U 0')]
      for (const { above, machines } of places) {
        const made = unit(units.length, `U ${units.length}`)
        for (let id = 0; id < machines; id++) made.equipment.push(machine(id, `M ${id}`))
        units[above % units.length]?.children.push(made)
        units.push(made)
      }
      return units[0] ?? unit(0, 'U 0')
    })
    fc.assert(
      fc.property(tree, (any) => {
        const rows = rowsOf(any, new Set())
        const reached = rows.map((_, index) => moveOf(rows, index, 'ArrowDown'))
        expect(reached).toEqual(rows.map((_, index) => ({ to: Math.min(index + 1, rows.length - 1) })))
        for (const [index, row] of rows.entries()) {
          expect(row.level).toBe(row.parent < 0 ? 1 : (rows[row.parent]?.level ?? 0) + 1)
          for (const key of ['ArrowLeft', 'ArrowRight']) {
            const move = moveOf(rows, index, key)
            if (move !== undefined && 'to' in move) expect(rows[move.to]).toBeDefined()
          }
        }
      }),
    )
  })
})

describe('typing', () => {
  const typed = (from: string, words: string) => open[rowTyped(open, keysOf(open).indexOf(from), words)]?.key

  it('goes to the next name with that beginning, ignoring case, and continues at the top', () => {
    expect(typed('o-1', 's')).toBe('o-2')
    expect(typed('o-2', 'S')).toBe('e-3')
    expect(typed('e-3', 'ss')).toBe('o-2')
    expect(typed('e-1', 'press 2')).toBe('e-2')
    expect(typed('e-1', 'press')).toBe('e-1')
    expect(typed('o-1', 'lathe')).toBeUndefined()
  })
})
