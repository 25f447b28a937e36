import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyOfTag, entryOfTag, foundTags, lastDeactivated, offeredOn, rowsOfTags, type Tag } from './tag-rows.ts'

const instant = '2026-01-05T08:30:00.000Z'
const tagOf = (id: number, name: string, group: [number, string] | null, deactivated: string | null = null): Tag => ({
  ...{ id, name, group_name: group?.[1] ?? null, cycle_tag_group_id: group?.[0] ?? null },
  ...{ active: deactivated === null, deactivated_at: deactivated, created_at: instant, updated_at: instant },
  ...{ org_unit_ids: [], equipment_ids: [] },
})
const words = (tags: readonly Tag[]) =>
  rowsOfTags(tags).map((row) => (row.kind === 'group' ? `${row.group.name} ${row.group.count}` : row.tag.name))

describe('rows of tags', () => {
  it('are groups A to Z with their tags A to Z, and No group at last', () => {
    const tags = [
      tagOf(1, 'x', null),
      tagOf(2, 'b', [9, 'Zinc']),
      tagOf(3, 'a', [9, 'Zinc']),
      tagOf(4, 'c', [8, 'Acme']),
    ]
    expect(words(tags)).toEqual(['Acme 1', 'c', 'Zinc 2', 'a', 'b', 'No group 1', 'x'])
  })

  it('count numbers in names by their value', () => {
    const tags = [
      tagOf(1, 'Job 10', null),
      tagOf(2, 'Job 2', null),
      tagOf(3, 'x', [9, 'P 10']),
      tagOf(4, 'x', [8, 'P 9']),
    ]
    expect(words(tags)).toEqual(['P 9 1', 'x', 'P 10 1', 'x', 'No group 2', 'Job 2', 'Job 10'])
  })

  it('have no headings where no tag has a group', () => {
    expect(words([tagOf(1, 'b', null), tagOf(2, 'a', null)])).toEqual(['a', 'b'])
  })

  it('contain each tag once, below the heading of its group, whatever the order', () => {
    const group = fc.constantFrom<[number, string] | null>(null, [1, 'A'], [2, 'B'], [3, 'No group'])
    const tags = fc
      .array(fc.tuple(fc.string(), group), { maxLength: 30 })
      .map((all) => all.map(([name, where], id) => tagOf(id, name, where)))
    fc.assert(
      fc.property(tags, (some) => {
        let heading: number | null | undefined
        const seen: number[] = []
        for (const row of rowsOfTags(some)) {
          if (row.kind === 'group') heading = row.group.id
          else {
            seen.push(row.tag.id)
            if (heading !== undefined) expect(row.tag.cycle_tag_group_id).toBe(heading)
          }
        }
        expect(seen.toSorted((a, b) => a - b)).toEqual(some.map(({ id }) => id))
        const hasUngrouped = some.some((tag) => tag.cycle_tag_group_id === null)
        if (hasUngrouped && heading !== undefined) expect(heading).toBeNull()
      }),
    )
  })

  it('of 5,000 tags are made in a moment', () => {
    const tags = Array.from({ length: 5000 }, (_, id) =>
      tagOf(id, `Order ${(id * 7919) % 5000}`, [id % 50, `G${id % 50}`]),
    )
    const since = performance.now()
    expect(rowsOfTags(foundTags(tags, ''))).toHaveLength(5050)
    expect(performance.now() - since).toBeLessThan(1000)
  })
})

it('the search finds names and groups in any case', () => {
  const tags = [tagOf(1, 'Blue', null), tagOf(2, 'Red', [1, 'Colour'])]
  expect(foundTags(tags, ' BLU ').map(({ id }) => id)).toEqual([1])
  expect(foundTags(tags, 'colour').map(({ id }) => id)).toEqual([2])
  expect(foundTags(tags, 'green')).toEqual([])
})

it('the tag that was deactivated last is the first', () => {
  const tags = [tagOf(1, 'a', null, '2026-01-01T00:00:00.000Z'), tagOf(2, 'b', null, '2026-02-01T00:00:00.000Z')]
  expect(lastDeactivated(tags).map(({ id }) => id)).toEqual([2, 1])
})

it('a tag is offered on all machines, or on those named', () => {
  const names = new Map([
    ['o1', 'Hall'],
    ['e1', 'Press'],
  ])
  const tag = tagOf(1, 'a', null)
  expect(offeredOn(tag, names)).toBe('All machines')
  expect(offeredOn({ ...tag, org_unit_ids: [1, 2], equipment_ids: [1, 2] }, names)).toBe(
    'Hall, a unit that is gone, Press, an archived machine',
  )
})

it('a blank group is none, and only what changed is sent', () => {
  expect(entryOfTag(tagOf(1, 'a', null)).group).toBe('')
  expect(bodyOfTag({ group: ' ' })).toEqual({ groupName: null })
  expect(bodyOfTag({ name: ' b ', equipmentIds: [3] })).toEqual({ name: 'b', equipment_ids: [3] })
})
