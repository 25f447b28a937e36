import type { Body } from '@millwatch/contract/endpoint'
import * as calls from '@millwatch/contract/http/alarms'
import * as drafts from '@millwatch/contract/http/alarms-drafts'
import { alarmTypes } from '@millwatch/domain/alarms'
import { command, type Module, nothing, question } from '../../platform/calls/calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fromIso, toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { acknowledge } from './acknowledge.ts'
import { backtestOf } from './backtest.ts'
import { limitReadingsOf } from './limit-readings.ts'
import { machinesAsked } from './machines.ts'
import { createAlarm, removeAlarm, updateAlarm } from './manage.ts'
import { type OwnAlarm, ownAlarms } from './own-alarms.ts'
import {
  presentAlarm,
  presentBacktested,
  presentReading,
  presentTrip,
  presentType,
  presentUserAlarm,
  settingsOf,
} from './present.ts'
import { exportedHistory } from './present-history.ts'
import { presentNotices } from './present-notices.ts'
import { alarmSummary, trippedMachines } from './present-summary.ts'
import { previewOf } from './preview.ts'
import { historyLength, historyOf } from './queries-history.ts'
import { alarmOf, alarmsOn, membersById, type WholeAlarm, wholeAlarm } from './read-alarms.ts'
import type { TermsInput } from './read-terms.ts'
import {
  type Subscription,
  subscribe,
  subscribeRoster,
  subscribeUsers,
  unsubscribe,
  unsubscribeRoster,
  unsubscribeUsers,
} from './subscriptions.ts'

const LATEST = { limit: 1, offset: 0 }
const pageOf = ({ limit = 100, offset = 0 }: { limit?: number; offset?: number }) => ({ limit, offset })

const presentOne = async (_: unknown, ctx: Ctx, { params }: { params: { id: number } }) => ({
  alarm: presentAlarm(ctx.actor, await wholeAlarm(ctx, params.id, LATEST)),
})

const channelsOf = ({ subscribe_sms = false, subscribe_email = false }: Body<typeof calls.subscribeToAlarm>) => ({
  sendSms: subscribe_sms,
  sendEmail: subscribe_email,
})

const presentSubscription = ({ row, member }: Subscription, ctx: Ctx) => ({
  userAlarm: presentUserAlarm(ctx.actor, row, member),
})

const listed = (ctx: Ctx, alarms: readonly WholeAlarm[]) => ({
  alarms: alarms.map((alarm) => presentAlarm(ctx.actor, alarm)),
})

const questions = [
  question(calls.listAlarms, async (ctx, { query }) =>
    listed(ctx, await alarmsOn(ctx, await machinesAsked(ctx, query), { pm: query.pm, page: LATEST })),
  ),
  question(calls.listMaintenance, async (ctx, { query }) =>
    listed(ctx, await alarmsOn(ctx, await machinesAsked(ctx, query), { pm: true, page: pageOf(query) })),
  ),
  question(calls.alarmSummary, async (ctx, { query }) => alarmSummary(ctx, await machinesAsked(ctx, query))),
  question(calls.trippedMachines, async (ctx) => ({ machines: await trippedMachines(ctx) })),
  question(calls.readAlarm, async (ctx, { params, query }) => ({
    alarm: presentAlarm(ctx.actor, await wholeAlarm(ctx, params.id, pageOf(query))),
  })),
  question(calls.readAlarmHistory, async (ctx, { params, query }) => {
    const { alarm } = await alarmOf(ctx, params.id)
    const { limit, offset } = pageOf(query)
    const rows = await historyOf(ctx, [alarm.alarmId], limit, offset)
    const members = await membersById(
      ctx,
      rows.flatMap((row) => row.acknowledgedBy ?? []),
    )
    return {
      page: rows.map((row) => presentTrip(row, members)),
      totalCount: await historyLength(ctx, alarm.alarmId),
    }
  }),
  question(calls.listAlarmNotices, async (ctx, { params, query }) => ({
    notices: await presentNotices(ctx, params.id, pageOf(query)),
  })),
  question(calls.listAlarmTypes, async () => ({ alarm_types: alarmTypes.map(presentType) })),
  question(calls.reportAlarmHistory, async (ctx, { query }, { now }) => {
    const { alarmIds, startDate = toIso(0), endDate } = query
    return exportedHistory(ctx, alarmIds, askedPeriod({ startDate, endDate }, now))
  }),
  question(calls.listOwnAlarms, async (ctx) => ({
    alarms: (await ownAlarms(ctx)).map((alarm) => presentOwnAlarm(ctx, alarm)),
  })),
]

function presentOwnAlarm(ctx: Ctx, { alarm, type, machine, subscription, rosters, isSeen }: OwnAlarm) {
  return {
    alarm_id: alarm.alarmId,
    alarm_type: type.name,
    settings: settingsOf(alarm, machine),
    pm_enabled: type.pmEnabled,
    tripped: alarm.trippedAt !== null,
    tripped_at: toIsoOrNull(alarm.trippedAt),
    trip_id: alarm.openTripId,
    seen: isSeen,
    Equipment: { id: machine.equipmentId, name: machine.name },
    userAlarm: subscription === null ? null : presentSubscription(subscription, ctx).userAlarm,
    Rosters: rosters.map(({ rosterId, name }) => ({ id: rosterId, name })),
  }
}

const draftQuestions = [
  question(drafts.previewAlarm, async (ctx, { body }) => {
    const { alarm_type_id: alarmTypeId, equipment_id: equipmentId, args, reassert_m: reassertM = null } = body
    return previewOf(ctx, { alarmTypeId, equipmentId, args, reassertM })
  }),
  question(drafts.backtestAlarm, async (ctx, { body }, asOf) => {
    const { alarm_type_id: alarmTypeId, equipment_id: equipmentId, args } = body
    const { range, count, trips } = await backtestOf(ctx, { alarmTypeId, equipmentId, args }, asOf)
    return {
      ...{ startDate: toIso(range.from), endDate: toIso(range.to), count },
      trips: trips.toReversed().map(presentBacktested),
    }
  }),
  question(drafts.readAlarmLimit, async (ctx, { body }, asOf) => {
    const { alarm_type_id: alarmTypeId, equipment_id: equipmentId, args } = body
    const { range, latest, extreme } = await limitReadingsOf(ctx, { alarmTypeId, equipmentId, args }, asOf)
    return {
      ...{ startDate: toIso(range.from), endDate: toIso(range.to) },
      ...{ latest: presentReading(latest), extreme: presentReading(extreme) },
    }
  }),
]

const commands = [
  command(
    calls.createAlarm,
    async (ctx, { body }) => {
      const { alarm_type_id: alarmTypeId, equipment_id: equipmentId, ...rest } = body
      const alarmId = await createAlarm(ctx, { alarmTypeId, equipmentId, ...termsOf(rest) })
      const wanted = channelsOf(body)
      return {
        alarmId,
        subscription: wanted.sendSms || wanted.sendEmail ? await subscribe(ctx, alarmId, wanted) : null,
      }
    },
    async ({ alarmId, subscription }, ctx) => ({
      alarm: presentAlarm(ctx.actor, await wholeAlarm(ctx, alarmId, LATEST)),
      userAlarm: subscription === null ? null : presentSubscription(subscription, ctx).userAlarm,
    }),
  ),
  command(calls.updateAlarm, (ctx, { params, body }) => updateAlarm(ctx, params.id, termsOf(body)), presentOne),
  command(calls.deleteAlarm, (ctx, { params }) => removeAlarm(ctx, params.id), nothing),
  command(
    calls.subscribeToAlarm,
    (ctx, { params, body }) => subscribe(ctx, params.id, channelsOf(body)),
    presentSubscription,
  ),
  command(calls.unsubscribeFromAlarm, (ctx, { params }) => unsubscribe(ctx, params.id), nothing),
  command(
    calls.subscribeRoster,
    (ctx, { params, body }) => subscribeRoster(ctx, params.id, body.roster_id),
    presentOne,
  ),
  command(
    calls.unsubscribeRoster,
    (ctx, { params, body }) => unsubscribeRoster(ctx, params.id, body.roster_id),
    presentOne,
  ),
  command(
    calls.subscribeUsers,
    (ctx, { params, body }) => subscribeUsers(ctx, params.id, { userIds: body.user_ids, ...channelsOf(body) }),
    presentOne,
  ),
  command(
    calls.unsubscribeUsers,
    (ctx, { params, body }) => unsubscribeUsers(ctx, params.id, { userIds: body.user_ids, ...channelsOf(body) }),
    presentOne,
  ),
  command(
    calls.acknowledgeAlarm,
    async (ctx, { params, body }) => ({
      alarmId: params.id,
      done: await acknowledge(ctx, params.id, {
        notes: body.notes,
        criticalParts: body.critical_parts,
        seenBaseAt: body.counts_from === undefined ? undefined : fromIso(body.counts_from, 'body/counts_from'),
      }),
    }),
    async ({ alarmId, done }, ctx) => ({
      alarm: presentAlarm(ctx.actor, await wholeAlarm(ctx, alarmId, LATEST)),
      done,
    }),
  ),
]

/** Returns the terms of an alarm in a request; a field that is absent from the request is undefined. */
const termsOf = (body: Body<typeof calls.updateAlarm>): TermsInput => ({
  args: body.args,
  deviceOutputConfig: body.device_output_config,
  notifyOnClear: body.notify_on_clear,
  reassertM: body.reassert_m,
  criticalParts: body.critical_parts,
})

export const alarmsModule: Module = { calls: [...questions, ...draftQuestions, ...commands] }
