import type { KioskRule } from '@millwatch/domain/identity'
import type { TSchema } from 'typebox'
import { endpoint } from './endpoint.ts'
import { ofMachine, ofUnit } from './kiosk-rules.ts'
import { IdParams } from './shapes/common.ts'

/** A report of one machine, or of all machines under a unit. `name` is that of its operation. */
interface Report<Name extends string, Query extends TSchema, Answer extends TSchema> {
  readonly name: Name
  /** End of its path; `reports/` and its name unless given. */
  readonly path?: string
  readonly summary: string
  readonly query: Query
  readonly answer: Answer
  /** True if kiosk displays of the machine or the unit may read it. */
  readonly onDisplay?: true
}

const reportOf =
  <const Subject extends string>(subject: Subject, letter: 'e' | 'o', kiosk: KioskRule) =>
  <const Name extends string, Query extends TSchema, Answer extends TSchema>(report: Report<Name, Query, Answer>) => {
    const { name, path = `reports/${name}`, summary, query, answer, onDisplay = false } = report
    return endpoint('GET', `/v0/${letter}/:id/${path}`, 'reports', {
      operation: `${subject}.${name}.read` as const,
      policy: { least: 'user', scope: 'company', rate: 'heavy', ...(onDisplay && { kiosk }) },
      summary,
      shapes: { params: IdParams, query, answer },
    })
  }

/** Defines the call of a report about the machine in its path. */
export const reportOfEquipment = reportOf('equipment', 'e', ofMachine)

/** Defines the call of a report about the machines under the unit in its path. */
export const reportOfOrgUnit = reportOf('org_unit', 'o', ofUnit)
