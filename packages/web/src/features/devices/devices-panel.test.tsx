import type { Answer } from '@millwatch/contract/endpoint'
import { devicesOfCompany, equipmentOfCompany } from '@millwatch/contract/http/company'
import { createDevice, getDevice, updateDevice } from '@millwatch/contract/http/devices'
import type { Role } from '@millwatch/domain/identity'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noAnswer, refuse } from '../../ui/fake-server.testing.ts'
import { button, errorAt, field, hand, instant, message, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { DevicesPanel } from './devices-panel.tsx'
import type { Device, ListedDevice, MachineOfDevices } from './types.ts'

const uuidOf = (id: number): string => `00000000-0000-4000-8000-00000000000${id}`
const counts = { received: 0, accepted: 0, duplicates: 0, quarantined: 0, discarded: 0 }
const analog = { unit: null, scale: 1, offset: 0 }

const device = (id: number, more: Partial<Device> = {}): Device => ({
  id,
  name: null,
  device_uuid: uuidOf(id),
  equipment_id: 9,
  Equipment: { name: 'Press' },
  is_primary: true,
  active: true,
  device_type_id: 2,
  input_setup: { running: { inputs: '24v0' } },
  input_setup_kind: 'edison',
  analog_in_1_config: analog,
  poll_interval_s: null,
  latest_ip: null,
  CurrentFirmware: null,
  clock_skew_s: null,
  clock_skew_measured_at: null,
  last_contact_at: null,
  in_contact: false,
  created_at: instant,
  ...counts,
  ...more,
})

const listed = ({ id, name, device_uuid, is_primary, active }: Device): ListedDevice => ({
  id,
  name,
  device_uuid,
  is_primary,
  active,
  analog_in_1_config: analog,
  last_contact_at: null,
  clock_skewed: false,
  clock_reset: null,
  ...counts,
  refused: null,
})

const firmware = (supports: boolean): Device['CurrentFirmware'] => ({
  version: '1.4.0',
  config: { supports_polling: supports, supports_flashing_filters: supports, supports_device_outputs: supports },
})

type Company = Answer<typeof equipmentOfCompany>['equipment']

/** Shows the devices of a machine over a server that keeps their changes; returns it with the bodies of the changes. */
function show(devices: Device[], role: Role = 'admin', equipment: Company = []) {
  const server = serverOf(role)
    .on(getDevice, ({ params: { uuid } }) => {
      const found = devices.find(({ device_uuid }) => device_uuid === uuid)
      return { status: 'success', device: found ?? device(8, { device_uuid: uuid, equipment_id: 3 }) }
    })
    .on(devicesOfCompany, () => ({ status: 'success', devices }))
    .on(equipmentOfCompany, () => ({ status: 'success', equipment }))
    .on(updateDevice, ({ params: { id }, body: { inputSetup, analog_in_1_config, pollInterval } }) => {
      const at = devices.findIndex((candidate) => candidate.id === id)
      const changed = {
        ...(devices[at] ?? device(id)),
        ...(inputSetup !== undefined && { input_setup: inputSetup }),
        ...(analog_in_1_config !== undefined && { analog_in_1_config }),
        ...(pollInterval !== undefined && { poll_interval_s: pollInterval }),
      }
      devices.splice(at, 1, changed)
      return { status: 'success', device: changed }
    })
  const machine: MachineOfDevices = {
    id: 9,
    name: 'Press',
    active: true,
    actual_timezone: 'UTC',
    as_of: instant,
    last_ping_at: null,
    Devices: devices.map(listed),
  }
  showPage(<DevicesPanel machine={machine} />)
  return server
}

const open = async (name: string) => {
  await waitFor(() => expect(button(name).disabled).toBe(false))
  await hand.click(button(name))
  return within(await screen.findByRole('dialog'))
}
type Part = Awaited<ReturnType<typeof open>>

const select = (label: string | RegExp, words: string, part: Part) => hand.selectOptions(field(label, part), words)

test('devices are sorted primary first, then active first', async () => {
  show([device(1, { is_primary: false, active: false }), device(2, { is_primary: false }), device(3)])
  const cards = screen.getAllByRole('listitem')
  expect(cards.map((card) => card.querySelector('code')?.textContent)).toEqual([uuidOf(3), uuidOf(2), uuidOf(1)])
  expect(cards[2]?.textContent).toContain('additional, not active')
  await screen.findAllByText('Running while 24v #1 is high.')
})

test('without devices a message says so', async () => {
  show([])
  await screen.findByText(/^No attached devices\./)
  await screen.findByText(/Until one is added, this machine sends no data\./)
})

test('a new device needs a valid UUID (spaces stripped) and, of type 2, an input set-up; the first one is primary', async () => {
  show([])
  const form = await open('Add device')
  expect(field('Type', form).value).toBe('2')
  expect(field(/^Primary/, form).checked).toBe(true)
  form.getByText('Type a valid UUID first')
  await hand.click(field('Device UUID', form))
  await hand.paste(`  ${uuidOf(1).slice(0, 20)} ${uuidOf(1).slice(20)} `)
  expect(field('Device UUID', form).value).toBe(uuidOf(1))
  expect(button('Add device', form).disabled).toBe(true)
})

test('marking primary forces active, unmarking active forces not primary; type 1 needs no input set-up', async () => {
  const server = show([device(1)])
  server.on(createDevice, noAnswer).on(getDevice, () => refuse('not_found'))
  const form = await open('Add device')
  const [primary, active] = [field(/^Primary/, form), field(/^Active/, form)]
  expect([primary.checked, active.checked]).toEqual([false, true])
  await hand.click(active)
  await hand.click(primary)
  expect(active.checked).toBe(true)
  await hand.click(active)
  expect(primary.checked).toBe(false)
  await hand.click(active)
  await hand.click(button('Generate', form))
  await select('Type', '1', form)
  form.getByText('Needs no input set-up')
  await waitFor(() => expect(button('Add device', form).disabled).toBe(false))
  await hand.click(button('Add device', form))
  await message('Error adding device')
  const deviceUUID = field('Device UUID', form).value
  expect(deviceUUID).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  const added = { deviceUUID, equipId: 9, deviceTypeId: 1, primary: false, active: true }
  expect(server.bodies(createDevice)).toEqual([added])
})

test('without devices that stand on no machine none can be chosen', async () => {
  show([device(1)])
  const form = await open('Add device')
  await hand.click(form.getByRole('tab', { name: 'Existing device' }))
  await form.findByText(/^No unassigned devices\./)
})

test('the telemetry data rate needs a firmware that supports polling', async () => {
  show([device(1)])
  const form = await open('Edit device')
  expect(field('Telemetry data rate', form).disabled).toBe(true)
  expect(field('Telemetry data rate', form).placeholder).toBe('Seconds')
  expect(errorAt('Telemetry data rate', form)).toBe('Can be set once the device has sent its firmware version')
})

test('a telemetry data rate lower than 30 s is raised on blur, blank disables it; an error keeps it', async () => {
  const server = show([device(1, { CurrentFirmware: firmware(true), poll_interval_s: 60 })])
  server.on(updateDevice, noAnswer)
  const form = await open('Edit device')
  await type('Telemetry data rate', '5', form)
  await hand.tab()
  expect(field('Telemetry data rate', form).value).toBe('30')
  await hand.click(button('Save', form))
  await message('Error updating device')
  expect(field('Telemetry data rate', form).value).toBe('30')
  await type('Telemetry data rate', '', form)
  await hand.click(button('Save', form))
  await waitFor(() => expect(server.bodies(updateDevice)).toEqual([{ pollInterval: 30 }, { pollInterval: null }]))
})

test('two flashing inputs and a flashing down input: seconds are free text, 9 and 5 unless said; flashes are ignored by old firmware', async () => {
  const server = show([device(1)])
  const form = await open('Edit Input Config')
  await select('Running inputs', 'or', form)
  await hand.click(field('First running input flashes', form))
  await hand.click(field('Second running input flashes', form))
  await hand.click(field(/^Separate down input/, form))
  await hand.click(field('Down input flashes', form))
  const seconds = form.getAllByLabelText<HTMLInputElement>('Flashes last at most, s')
  expect(seconds.map(({ value }) => value)).toEqual(['9', '5', '9'])
  expect(form.getAllByText('ignored')).toHaveLength(3)
  expect(form.queryByLabelText('A flash counts as')).toBeNull()
  const [first] = seconds
  if (first === undefined) throw new Error('The first input has no seconds')
  await hand.clear(first)
  await hand.type(first, 'soon')
  form.getByText('Type the seconds of the flashing filter first')
  await hand.clear(first)
  await hand.type(first, '2.5')
  await hand.click(button('Save', form))
  await message('Device updated successfully')
  const [body] = server.bodies(updateDevice)
  expect(body?.inputSetup?.running).toMatchObject({ inputs: ['24v0', '24v1'] })
})

test('what a flash counts as is offered if the firmware supports it, and described in words', async () => {
  const server = show([device(1, { CurrentFirmware: firmware(true), input_setup: flashing })])
  const form = await open('Edit Input Config')
  const counted = form.getAllByLabelText<HTMLSelectElement>('A flash counts as')
  const [first, second, down] = counted
  if (first === undefined || second === undefined || down === undefined) throw new Error('Three inputs flash')
  await hand.selectOptions(first, 'Running')
  await hand.selectOptions(second, 'Down')
  await hand.selectOptions(down, 'Down')
  await hand.click(button('Save', form))
  await screen.findByText(/Pulses of 24v #1 of at most 2\.5 s count as running\./)
  await screen.findByText(/Pulses of 120v #1 of at most 9 s count as down\./)
  expect(server.bodies(updateDevice)).toMatchObject([
    {
      inputSetup: {
        running: { filters: { '24v0': { duration: 2500, value: 1 }, '24v1': { duration: 5000, value: 0 } } },
        down: { inputs: '120v0', filters: { '120v0': { duration: 9000, value: 1 } } },
      },
    },
  ])
})

/** Two running inputs and a down input, whose flashes are ignored. */
const flashing = {
  running: {
    inputs: ['24v0', '24v1'],
    filters: { '24v0': { duration: 2500, value: -1 }, '24v1': { duration: 5000, value: -1 } },
  },
  down: { inputs: '120v0', filters: { '120v0': { duration: 9000, value: -1 } } },
}

test('if low means down, a flash that counts as down counts as low', async () => {
  const down = { inputs: '120v0', filters: { '120v0': { duration: 9000, value: 1 } } }
  show([device(1, { CurrentFirmware: firmware(true), input_setup: { ...flashing, down } })])
  const form = await open('Edit Input Config')
  expect(form.queryByText('Device is using a non-standard input type.')).toBeNull()
  await select('Means down while', 'Low', form)
  const counted = form.getAllByLabelText<HTMLSelectElement>('A flash counts as')[2]
  expect(counted?.value).toBe('0')
  expect(counted?.selectedOptions[0]?.textContent).toBe('Down')
})

test('another set-up than the form knows is shown as non-standard; a pulsed signal and a template replace it', async () => {
  const nonStandard = { running: { inputs: { '24v0': 1, '24v1': 1, '120v0': 1 } } }
  const server = show([device(1, { input_setup: nonStandard })])
  const form = await open('Edit Input Config')
  expect(form.getByRole('alert').textContent).toBe('Device is using a non-standard input type.')
  await select('Signal', 'pulsed', form)
  await select('Pulse input', '24v #2', form)
  await hand.click(button('Save', form))
  await screen.findByText(/Each pulse of 24v #2 is a cycle\./)
  const again = await open('Edit Input Config')
  await select('Signal', 'Template standard_120_volt', again)
  await hand.click(button('Save', again))
  await screen.findByText(/standard_120_volt: Running while 120v #1 is high\./)
  expect(server.bodies(updateDevice)[0]).toEqual({
    inputSetup: {
      cycle: { inputs: '24v1' },
      running: { inputs: '24v1' },
      down: { function: 'stdDevOrMaxCycleTime' },
    },
  })
})

test('the analog input has a unit, a scale, an offset and the day since which they count', async () => {
  const server = show([device(1)])
  const form = await open('Edit Input Config')
  await type('Unit', 'bar', form)
  await type('Scale', '0,5', form)
  await type('Offset', '-6', form)
  form.getByText('Shown is raw × scale + offset: a raw 512 as 250 bar')
  await type('Counts from the beginning of', '2026-01-02', form)
  await hand.click(button('Save', form))
  await message('Device updated successfully')
  expect(server.bodies(updateDevice)).toEqual([
    { analog_in_1_config: { unit: 'bar', scale: 0.5, offset: -6 }, from: '2026-01-02T00:00:00.000Z' },
  ])
})

test('a regular user only reads', async () => {
  show([device(1)], 'user')
  await screen.findByRole('button', { name: 'Input Config' })
  expect(button('Add device').disabled).toBe(true)
  for (const name of ['Edit device', 'New key', 'Revoke key', 'Reassign', 'Remove from machine', 'Claim code'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  const form = await open('Input Config')
  expect(field('Signal', form).closest('fieldset[disabled]')).not.toBeNull()
  expect(form.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('the clock of a device is shown in d h m, and not at all where no message was sent at once', async () => {
  show([device(1, { clock_skew_s: 93_630.7 }), device(2, { clock_skew_s: -59.2 }), device(3)])
  await screen.findByText('1 d 02 h ahead')
  await screen.findByText('59.2 s behind')
  await screen.findByText('not known: no message that was sent at once')
})
