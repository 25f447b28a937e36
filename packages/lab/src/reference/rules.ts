import { bucketsAgree, usualBucketsAgree } from './bucket-rules.ts'
import { editsAgree } from './edit-rules.ts'
import { marksAgree } from './mark-rules.ts'
import { runsAgree } from './run-rules.ts'
import { lostTimeAgrees, occurrencesAgree, schedulesAgree } from './shift-rules.ts'
import {
  bucketsOfUtilizationAgree,
  rollupsAgree,
  stopsAgree,
  unitSumsAgree,
  utilizationAgrees,
} from './utilization-rules.ts'

/**
 * Rules of the domain that are compared with a reference model. `holds` runs so many random cases and throws an error at the
 * first in which the two differ.
 */
export const comparedRules: readonly { readonly says: string; readonly holds: (numRuns: number) => void }[] = [
  { says: 'what a schedule says of any days in any zone', holds: schedulesAgree },
  { says: 'what was lost of a shift', holds: lostTimeAgrees },
  { says: 'how long the buckets of a period are where nobody says so', holds: usualBucketsAgree },
  { says: 'which rows are one shift occurrence, and on which day', holds: occurrencesAgree },
  { says: 'the buckets of a period, in any zone, from any start of the day', holds: bucketsAgree },
  { says: 'utilization of any period and shift, under switches that change', holds: utilizationAgrees },
  { says: 'utilization by buckets, of wall time and by the day of a shift', holds: bucketsOfUtilizationAgree },
  { says: 'sums of a unit whose machines move and are archived and excluded', holds: unitSumsAgree },
  { says: 'which stops are excessive', holds: stopsAgree },
  { says: 'rollups of quarter-hours, shifts and days', holds: rollupsAgree },
  { says: 'what any sequence of edits makes of shift history, and what a schedule may still write', holds: editsAgree },
  { says: 'where a run ends and what it counts, in whatever order cycles arrive', holds: runsAgree },
  { says: 'which cycles are startup cycles and which outliers', holds: marksAgree },
]
