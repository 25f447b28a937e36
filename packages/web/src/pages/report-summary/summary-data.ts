import type { SummaryMachine } from '../../features/reports/summary-machines.ts'
import type { Summary } from '../../features/reports/summary-query.ts'
import type { SummaryUnit } from '../../features/reports/summary-rows.ts'
import type { Explainable, FigurePlace } from '../../features/utilization/types.ts'
import type { ReliabilityColumns } from './use-reliability.ts'

/** Data that the panels of the summary page show. */
export interface SummaryData {
  readonly summary: Summary
  readonly machines: readonly SummaryMachine[]
  /** Units of the summary, the unit of the page first. */
  readonly units: readonly SummaryUnit[]
  /** Utilization of the unit of the page, without figures: they are read when an explanation opens. */
  readonly explainable: Explainable
  /** Columns MTBF and MTTR. */
  readonly reliability: ReliabilityColumns
}

/** Returns the utilization of a unit or machine for its explanation, with the period and shift of the page. */
export function explainableOf(
  { explainable }: SummaryData,
  kind: FigurePlace['kind'],
  { id, name }: { readonly id: number; readonly name: string },
): Explainable {
  return { ...explainable, place: { ...explainable.place, kind, id, name } }
}
