import { utilizationOfEquipment, utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { toIso } from '../../lib/clock.ts'
import type { Explainable, Figures } from './types.ts'

const keyOf = ({ place, from, to, shift }: Explainable) => [place.kind, place.id, from, to, shift] as const

const asked = ({ from, to, shift }: Explainable) => ({
  startDate: toIso(from),
  endDate: toIso(to),
  ...(shift === 0 ? {} : { shift }),
})

/** The figures of a place over the period it was read for. */
export const figuresQuery = (of: Explainable) =>
  queryOptions({
    queryKey: ['explained', 'figures', ...keyOf(of)],
    queryFn: async ({ signal }): Promise<Figures> => {
      const query = { ids: String(of.place.id), ...asked(of) }
      const lines =
        of.place.kind === 'unit'
          ? (await call(utilizationOfOrgUnits, { query, signal })).orgUnits
          : (await call(utilizationOfEquipment, { query, signal })).equipment
      const [figures] = lines
      if (figures === undefined) throw new Error('No figures were answered')
      return figures
    },
  })
