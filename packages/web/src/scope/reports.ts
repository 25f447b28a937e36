import type { Subject } from './subject.ts'

/** A report about a machine or the machines under a unit. */
export interface Report {
  /** Last part of the report's address: `/o/{id}/reports/{name}`, `/e/{id}/reports/{name}`. */
  readonly name: string
  /** Title in the menu, in the palette and on the index. */
  readonly title: string
  /** Title of the report's page. */
  readonly heading: string
  /** Sentence about the content of the report. */
  readonly about: string
  /** Kinds of places that have the report: `o` units, `e` machines. */
  readonly which: readonly Subject['which'][]
}

/** Reports that have a page, in the order of the menu. */
export const reports: readonly Report[] = [
  {
    name: 'downtime',
    title: 'Excessive downtimes',
    heading: 'Excessive Downtime Report',
    about: 'Long stops and their reasons: which cost most, how long each was, and which nobody explained yet',
    which: ['o', 'e'],
  },
  {
    name: 'data',
    title: 'Raw cycle/telemetry data',
    heading: 'Raw Data Report',
    about: 'Every cycle and reading of the period, with cycle time, temperature, analog input and tags',
    which: ['e'],
  },
  {
    name: 'runs',
    title: 'Historical runs',
    heading: 'Historical Runs Report',
    about: 'Runs that ended in the period: parts desired and made, scrap, and when they were on which machine',
    which: ['o', 'e'],
  },
  {
    name: 'status',
    title: 'Historical status logs',
    heading: 'Historical Status Logs Report',
    about: 'Every interval of status with its duration, reason and notes, and what was restated',
    which: ['e'],
  },
  {
    name: 'parts',
    title: 'Critical parts history',
    heading: 'Critical Parts History Report',
    about: 'What was done to each critical part, how often and when last, during stops and by maintenance',
    which: ['o', 'e'],
  },
  {
    name: 'summary',
    title: 'Summary report',
    heading: 'Summary Report',
    about: 'Utilization, exceptions and excessive downtime of all machines',
    which: ['o'],
  },
  {
    name: 'losttime',
    title: 'Lost time',
    heading: 'Lost Time Report',
    about: 'Late starts and early shutdowns of shifts, by date and machine',
    which: ['o'],
  },
  {
    name: 'shifts',
    title: 'Shift history',
    heading: 'Shift History Report',
    about: 'The shifts that count for each machine, through tomorrow; admins correct them',
    which: ['o', 'e'],
  },
]

/** Returns the report with a name; throws an error if there is none. */
export function namedReport(name: string): Report {
  const report = reports.find((candidate) => candidate.name === name)
  if (report === undefined) throw new Error(`There is no report ${name}`)
  return report
}

/** Returns the reports of a unit or machine, in the order of the menu. */
export const reportsOf = ({ which }: Subject): readonly Report[] =>
  reports.filter((report) => report.which.includes(which))
