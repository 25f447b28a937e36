import type { Cadence } from '@millwatch/domain/reports'

/** Figures of a unit or machine over the period of a report; times are seconds. */
export interface ReportSums {
  readonly name: string
  /** Utilization, percent; null: nothing was scheduled. */
  readonly utilPct: number | null
  readonly runS: number
  readonly scheduledS: number
  /** Scheduled time without data, seconds. */
  readonly offlineS: number
}

/** Unit of a mailed report with its figures. */
export interface ReportUnit extends ReportSums {
  readonly id: number
  /** Id of the unit above; null for the unit that the report is about. */
  readonly parentId: number | null
}

/** Reason for which a machine needs attention, by its name in exported files. */
export type ReportException = 'no-cycle' | 'under' | 'offline'

/** Machine of a mailed report with its figures, state and excessive stops; instants are epoch ms, null if there is none. */
export interface ReportMachine extends ReportSums {
  readonly id: number
  readonly unitId: number
  readonly isExcluded: boolean
  /** True: it was archived when the report was computed. */
  readonly isArchived: boolean
  /**
   * Number of its status when the report was computed (1 running, 2 down, 3 offline, 4 powered off); null: it never sent
   * anything.
   */
  readonly status: number | null
  readonly statusSince: number | null
  readonly lastCycleAt: number | null
  readonly exceptions: readonly ReportException[]
  /** Number and scheduled time (`s`, seconds) of excessive stops by reason (null: none was given), the longest time first. */
  readonly excessive: readonly { readonly reasonId: number | null; readonly stops: number; readonly s: number }[]
}

/**
 * Content of a mailed report, the same for every reader: the summary of a unit over a day or a week. Instants are epoch ms; `to`
 * is exclusive.
 */
export interface ReportContent {
  readonly kind: 'report'
  readonly cadence: Cadence
  /** False: the reader requested this report by a button, so it is sent without regard to the settings. */
  readonly isRegular: boolean
  readonly orgUnitId: number
  readonly timeZone: string
  readonly from: number
  readonly to: number
  readonly computedAt: number
  /** The unit of the report first, then those below it, each before its children. */
  readonly units: readonly ReportUnit[]
  readonly machines: readonly ReportMachine[]
  /** Names of the reasons given, by id. */
  readonly reasons: Readonly<Record<string, string>>
}
