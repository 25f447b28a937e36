import type { Cadence } from '@millwatch/domain/reports'

/** Figures of a unit or machine over the period of a report; times in seconds. */
export interface ReportSums {
  readonly name: string
  /** Null: nothing was scheduled. */
  readonly utilPct: number | null
  readonly runS: number
  readonly scheduledS: number
  /** Scheduled time without data. */
  readonly offlineS: number
}

/** Unit of a mailed report. */
export interface ReportUnit extends ReportSums {
  readonly id: number
  /** Null: the unit that the report is about. */
  readonly parentId: number | null
}

/** Thing about a machine that needs attention, by its name in exported files. */
export type ReportException = 'no-cycle' | 'under' | 'offline'

/** Machine of a mailed report; instants are epoch ms. */
export interface ReportMachine extends ReportSums {
  readonly id: number
  readonly unitId: number
  readonly isExcluded: boolean
  /** Number of its status when the report was computed; null: it never sent anything. */
  readonly status: number | null
  readonly statusSince: number | null
  readonly lastCycleAt: number | null
  readonly exceptions: readonly ReportException[]
  /** Excessive stops by reason (null: none was given), the longest first. */
  readonly excessive: readonly { readonly reasonId: number | null; readonly stops: number; readonly s: number }[]
}

/** Content of a mailed report: the summary of a unit over a day or a week, apart from the reader. Instants are epoch ms. */
export interface ReportContent {
  readonly kind: 'report'
  readonly cadence: Cadence
  /** False: its reader asked for this one by a button, whatever the settings say. */
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
