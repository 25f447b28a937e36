// Screenshots of the screen of an operator: running, down, with an excessive downtime (docked and with the overlay), offline,
// powered off, without a run, without the server, and while it is read; at the sizes of tablets, a phone and a large screen.
import type { Company, MadeMachine } from '@millwatch/lab/product/company'
import { type Camera, settled, type TakenPicture, takeHere, withPage } from './camera.ts'
import { send } from './device.ts'
import { enterAs, type Person } from './people.ts'
import { tablets } from './sizes.ts'
import { type Spell, sendSpells } from './spells.ts'

interface State {
  readonly name: string
  readonly spells: readonly Spell[]
  /** Number of minutes ago at which the machine was last in contact; absent: 0. */
  readonly until?: number
  readonly hasRun?: true
  readonly isOff?: true
}

const states: readonly State[] = [
  { name: 'running', spells: [[200, 'running']], hasRun: true },
  {
    name: 'down',
    spells: [
      [200, 'running'],
      [12, 'down'],
    ],
    hasRun: true,
  },
  {
    name: 'excessive',
    spells: [
      [300, 'running'],
      [90, 'down'],
      [50, 'running'],
      [41, 'down'],
    ],
    hasRun: true,
  },
  { name: 'offline', spells: [[300, 'running']], until: 70, hasRun: true },
  { name: 'powered-off', spells: [[200, 'running']], until: 1, isOff: true, hasRun: true },
  { name: 'no-run', spells: [[200, 'running']] },
]

const REASONS = [
  'Tool broken',
  'Offset change',
  'Wrong material',
  'Waiting for operator',
  'First article',
  'Spindle fault',
]
const TAGS = ['AX-114', 'Heat 7731']
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6]
/** Ranges of three shifts of eight hours, in seconds of the day. */
const SHIFTS = [
  [0, 28_800, 3],
  [28_800, 57_600, 1],
  [57_600, 86_400, 2],
]

interface Stage {
  readonly unitId: number
  readonly tagIds: readonly number[]
}

async function makeStage(owner: Company): Promise<Stage> {
  const unitId = await owner.unit('Turning')
  for (const reason of REASONS)
    await owner.call('POST', '/v0/reasons', { reason, orgUnitIds: [unitId], groupName: 'Turning' })
  const tagIds: number[] = []
  for (const name of TAGS) tagIds.push((await owner.call<{ tag: { id: number } }>('POST', '/v0/tags', { name })).tag.id)
  return { unitId, tagIds }
}

async function makeMachine(url: string, owner: Company, { unitId, tagIds }: Stage, state: State): Promise<MadeMachine> {
  const machine = await owner.machine(`Lathe ${state.name}`, unitId)
  const schedule = Object.fromEntries(WEEKDAYS.map((day) => [day, SHIFTS]))
  await owner.call('PUT', `/v0/e/${machine.equipmentId}/schedule`, { schedule })
  await sendSpells(url, machine, state.spells, state.until)
  if (state.isOff) await send(url, machine, [{ t: Date.now() - 50_000, type: 'power', on: false }])
  const run = { equipId: machine.equipmentId, tags: tagIds, cyclesTotal: 2000, partsPerCycle: 1 }
  if (state.hasRun) await owner.call('POST', '/v0/runs', run)
  return machine
}

/** Takes the screenshots of the screen of an operator in all its states. */
export function takeOperator(camera: Camera, person: Person, owner: Company): Promise<TakenPicture[]> {
  return withPage(camera, async (page) => {
    const { folder } = camera
    const stage = await makeStage(owner)
    await enterAs(page.context(), camera.url, person)
    const take = (name: string) => takeHere(page, folder, `operator-${name}`, settled, tablets)
    const taken: TakenPicture[] = []
    for (const state of states) {
      const { equipmentId } = await makeMachine(camera.url, owner, stage, state)
      await page.goto(`/e/${equipmentId}/operator`)
      await page.getByTestId('operator-status').waitFor()
      if (state.name === 'excessive') {
        await page.getByRole('button', { name: 'Later' }).waitFor()
        await settled(page)
        taken.push(await take('overlay'))
        await page.getByRole('button', { name: 'Later' }).click()
      }
      await settled(page)
      taken.push(await take(state.name))
    }
    await page.getByRole('button', { name: 'No active run - click to set' }).click()
    await page.getByRole('dialog').waitFor()
    taken.push(await take('run-dialog'))
    await page.keyboard.press('Escape')
    await page.context().setOffline(true)
    await page.locator('[data-connection="lost"]').waitFor({ state: 'attached' })
    taken.push(await take('lost'))
    return taken
  })
}
