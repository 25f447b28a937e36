import { readAlarm } from '@millwatch/contract/http/alarms'
import { alarmsIn } from '@millwatch/lab/app/alarms'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { signedInCompany } from '@millwatch/lab/app/members'
import { startPlant } from '@millwatch/simulator/live'
import { httpSender } from '@millwatch/simulator/transport/http'
import { mqttSender } from '@millwatch/simulator/transport/mqtt'
import { expect, test } from 'vitest'

const t = await openApp({ evaluatesAlarms: false })
const { httpUrl, mqttUrl } = await t.listen()
const acme = await signedInCompany(t, 'acme')
await t.db.owner.query(`update company set flags = '{"device_outputs": true}'`)
const { alarm } = alarmsIn(t, acme)

test.each(['mqtt', 'http'] as const)(
  'The stack light of a simulated device with %s obeys an alarm',
  async (transport) => {
    const machine = await machineWithDevice(t, acme.tokens.admin, acme.rootOrgUnitId)
    const now = t.clock.now()
    await machine.send([{ t: now, type: 'ping', firmware: '2.3.1' }])
    const args = { what: 'temperature', direction: 'above', value: 60, minutes: 0 }
    const device_output_config = { '24v': true }
    const { alarm: made } = await alarm({ alarm_type_id: 8, equipment_id: machine.id, args, device_output_config })
    await machine.send([{ t: t.clock.now(), type: 'tlm', temperature_1: 61 }])
    await t.app.flow.evaluateAlarms()
    const switched: object[] = []
    const spec = { name: 'A', kind: 'moulding', zone: 'Etc/UTC', shifts: 'roundTheClock', transport } as const
    const running = startPlant({
      plant: {
        time: { seed: 's', detailFrom: now, liveAt: now, recording: { name: 'cnc-mill', device: 'Mazak01' } },
        sentUntil: now - 60_000,
        devices: [{ uuid: machine.uuid, key: machine.key, machine: { ...spec, windowMs: 1000, holdMs: 600_000 } }],
      },
      clock: t.clock,
      alive: { until: () => null, save: () => undefined },
      connect: (_, device, onCommand) =>
        transport === 'mqtt' ? mqttSender(mqttUrl, device, onCommand) : httpSender(httpUrl, device, onCommand),
      onRefused: (_, reason) => expect.fail(reason),
      onSwitched: (_, levels) => switched.push(levels),
    })
    try {
      const stateOf = async () => {
        await t.app.flow.evaluateAlarms()
        return (await t.ask(readAlarm, { token: acme.tokens.user, params: { id: made.id } })).alarm.AlarmHistory[0]
          ?.output_state
      }
      await expect.poll(stateOf, { timeout: 20_000 }).toBe('done')
      expect(switched.at(-1)).toEqual({ '24v': 1, '120v': 0 })
    } finally {
      await running.stop()
    }
  },
)
