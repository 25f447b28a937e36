import { DAY_MS } from '@millwatch/domain/time'
import type { PlantFile } from '@millwatch/simulator/plant-file'
import type { Founding, PlaceOfMachine } from './founding.ts'
import { overtimeOf } from './overtime.ts'

/** Returns the description of a demo machine for the simulator, with its overtime, breakdown and end of use if it has them. */
export function specOf({ machine, unit, zone }: Pick<PlaceOfMachine, 'machine' | 'unit' | 'zone'>, at: SpecTime): Spec {
  const { maker, model, utilExcluded, utilInclLtXsfDt, movedFrom, archivedDaysAgo, ...spec } = machine
  const { startedAt, broken } = at
  const { saturday, evening, wentHomeAt } = overtimeOf(zone, startedAt)
  const oneOffs = [
    { ...saturday, works: true },
    { from: wentHomeAt, to: evening.to, works: false },
  ]
  return {
    ...spec,
    zone,
    takesTurns: true,
    ...(unit.hadOvertime ? { oneOffs } : {}),
    ...(broken?.name === machine.name ? { broken: { from: broken.from, to: broken.to } } : {}),
    ...(archivedDaysAgo === undefined ? {} : { retiredAt: startedAt - archivedDaysAgo * DAY_MS }),
  }
}

type Spec = PlantFile['devices'][number]['machine']
type SpecTime = Pick<Founding, 'startedAt' | 'broken'>
