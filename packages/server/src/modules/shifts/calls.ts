import { destroyShifts, insertShifts, updateShifts } from '@millwatch/contract/http/shifts'
import { command, type Module, withJobs } from '../../platform/calls/calls.ts'
import { fromIso } from '../../platform/http/instants.ts'
import type { SubmittedJob } from '../../platform/jobs/index.ts'
import { defineShiftEdits } from './edit-jobs.ts'
import { type SubmitShiftEdits, submitShiftEdits } from './edit-submit.ts'

/** Returns an instant in a request, ISO 8601 or epoch seconds, as epoch ms. 400 for a text that is not an instant. */
const instantOf = (value: string | number, path: string) =>
  typeof value === 'number' ? Math.round(value * 1000) : fromIso(value, path)

const presentJob = (job: SubmittedJob) => ({ job })

const shiftEditCalls = (submit: SubmitShiftEdits) => [
  command(
    insertShifts,
    (ctx, { body: { insert } }) =>
      submit.insert(ctx, {
        equipmentIds: insert.equipIds,
        shift: insert.shift,
        startedAt: instantOf(insert.start, 'body/insert/start'),
        endedAt: instantOf(insert.end, 'body/insert/end'),
      }),
    presentJob,
  ),
  command(
    updateShifts,
    (ctx, { body: { updates } }) => {
      const changes = updates.map(({ id, start, end, shift }, i) => ({
        id,
        ...(shift === undefined ? {} : { shift }),
        ...(start === undefined ? {} : { startedAt: instantOf(start, `body/updates/${i}/start`) }),
        ...(end === undefined ? {} : { endedAt: instantOf(end, `body/updates/${i}/end`) }),
      }))
      return submit.update(ctx, changes)
    },
    presentJob,
  ),
  command(destroyShifts, (ctx, { body: { shiftHistoryIds } }) => submit.remove(ctx, shiftHistoryIds), presentJob),
]

export const shiftsModule: Module = {
  calls: [withJobs((needs) => submitShiftEdits(needs, defineShiftEdits(needs)), shiftEditCalls)],
}
