import { Type } from 'typebox'
import { reportOfEquipment, reportOfOrgUnit } from '../report.ts'
import { Id, Instant, meaning, NumberOrNull, PeriodQuery, Seconds, Success } from '../shapes/common.ts'

const figures = {
  operating_s: meaning('Time in which the machine was running, scheduled or not.', Seconds),
  failures: meaning(
    'Stops that began in the period with a reason marked as failure, and are not ignored.',
    Type.Integer(),
  ),
  repairs: meaning('Failures that ended by now.', Type.Integer()),
  repair_s: meaning('Their duration, whole.', Seconds),
  mtbf_s: meaning('Mean operating time between failures: operating_s / failures; null: no failures.', NumberOrNull),
  mttr_s: meaning('Mean time to repair: repair_s / repairs; null: none ended.', NumberOrNull),
}

const period = { period: Type.Object({ startDate: Instant, endDate: Instant }), as_of: Instant }

export const reliabilityOfEquipment = reportOfEquipment({
  name: 'reliability',
  summary: 'MTBF and MTTR of a machine over a period, all shifts',
  query: PeriodQuery,
  answer: Type.Object({ status: Success, reliability: Type.Object(figures), ...period }),
})

export const reliabilityOfOrgUnit = reportOfOrgUnit({
  name: 'reliability',
  summary: 'MTBF and MTTR of each machine that is in a unit or below it now, over a period, all shifts',
  query: PeriodQuery,
  answer: Type.Object({ status: Success, equipment: Type.Array(Type.Object({ id: Id, ...figures })), ...period }),
})
