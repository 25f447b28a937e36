import type { KioskRule } from '@millwatch/domain/identity'
import type { TSchema } from 'typebox'
import { endpoint } from './endpoint.ts'
import { ofMachine, ofUnit } from './kiosk-rules.ts'
import { IdParams } from './shapes/common.ts'

/**
 * Definition of a report about one machine, or about all machines under a unit. `name` is part of the name of its operation
 * (`equipment.{name}.read`).
 */
interface Report<Name extends string, Query extends TSchema, Answer extends TSchema> {
  readonly name: Name
  /** End of the path, after the id; absent: `reports/` and the name. */
  readonly path?: string
  readonly summary: string
  readonly query: Query
  readonly answer: Answer
  /** True: kiosk displays whose page contains the machine or the unit may read the report. Absent: no display may. */
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

/** Returns the endpoint `GET /v0/e/:id/...` of a report about the machine with that id, open to all users of the company. */
export const reportOfEquipment = reportOf('equipment', 'e', ofMachine)

/**
 * Returns the endpoint `GET /v0/o/:id/...` of a report about the machines under the unit with that id, open to all users of the
 * company.
 */
export const reportOfOrgUnit = reportOf('org_unit', 'o', ofUnit)
