import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useChangeAddress } from '../../lib/use-change-address.ts'
import { type StatusKey, statusText } from '../../ui/status.ts'
import { type Filter, type Sort, sorts } from './arrange.ts'

/** Ways to show the machines of a unit. */
export const views = ['tiles', 'timeline', 'wall'] as const
export type View = (typeof views)[number]

/** Chart that is open on a tile. */
export type TileChart = 'cycle' | 'status'

export interface EquipmentChoices {
  readonly view: View
  readonly sort: Sort
  readonly filter: Filter
  /** Open charts by machine. */
  readonly charts: ReadonlyMap<number, TileChart>
}

const letters: Record<TileChart, string> = { cycle: 'c', status: 's' }

const isStatus = (name: string): name is StatusKey => Object.hasOwn(statusText, name)

function chartsOf(text: string): Map<number, TileChart> {
  const read = text.split(',').flatMap((part): [number, TileChart][] => {
    const [, id, letter] = /^(\d{1,15})([cs])$/.exec(part) ?? []
    return id === undefined ? [] : [[Number(id), letter === 'c' ? 'cycle' : 'status']]
  })
  return new Map(read)
}

const chartsText = (charts: ReadonlyMap<number, TileChart>): string =>
  [...charts].map(([id, chart]) => `${id}${letters[chart]}`).join(',')

/**
 * Returns the choices of the Equipment tab in the query of an address, `?sort=status&status=down,offline&q=press&charts=12c`.
 * Missing and invalid choices get their defaults, and names of no status are left out.
 */
export function readChoices(search: URLSearchParams): EquipmentChoices {
  const among = <T extends string>(offered: readonly T[], name: string, usual: T): T =>
    offered.find((option) => option === search.get(name)) ?? usual
  return {
    view: among(views, 'view', 'tiles'),
    sort: among(sorts, 'sort', 'tree'),
    filter: {
      statuses: new Set((search.get('status') ?? '').split(',').filter(isStatus)),
      isExcessive: search.get('excessive') === '1',
      isScheduled: search.get('scheduled') === '1',
      isUnscheduled: search.get('unscheduled') === '1',
      text: search.get('q') ?? '',
    },
    charts: chartsOf(search.get('charts') ?? ''),
  }
}

/**
 * Returns the query of an address in which the choices of `change` are set. A default is left out of the query, other parameters
 * stay.
 */
export function writeChoices(search: URLSearchParams, change: Partial<EquipmentChoices>): URLSearchParams {
  const next = new URLSearchParams(search)
  const setParameter = (name: string, value: string): void => {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  if (change.view !== undefined) setParameter('view', change.view === 'tiles' ? '' : change.view)
  if (change.sort !== undefined) setParameter('sort', change.sort === 'tree' ? '' : change.sort)
  if (change.charts !== undefined) setParameter('charts', chartsText(change.charts))
  if (change.filter !== undefined) {
    const { statuses, isExcessive, isScheduled, isUnscheduled, text } = change.filter
    setParameter('status', [...statuses].join(','))
    setParameter('excessive', isExcessive ? '1' : '')
    setParameter('scheduled', isScheduled ? '1' : '')
    setParameter('unscheduled', isUnscheduled ? '1' : '')
    setParameter('q', text)
  }
  return next
}

type Change = (before: EquipmentChoices) => Partial<EquipmentChoices>

/**
 * Returns the choices of the Equipment tab in the address, and a function that changes them there without a history entry.
 */
export function useEquipmentChoices(): [EquipmentChoices, (change: Change) => void] {
  const [search] = useSearchParams()
  const changeAddress = useChangeAddress()
  const choices = useMemo(() => readChoices(search), [search])
  const change = useCallback(
    (wanted: Change): void => changeAddress((present) => writeChoices(present, wanted(readChoices(present)))),
    [changeAddress],
  )
  return [choices, change]
}
