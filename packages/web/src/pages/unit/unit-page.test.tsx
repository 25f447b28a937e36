import { getOrgUnit } from '@millwatch/contract/http/tree'
import { utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'
import { DEFAULT_SCOPE } from '@millwatch/domain/scope'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { machine } from '../../features/tree/machine.testing.ts'
import { useScopeStore } from '../../scope/scope-store.ts'
import { refuse } from '../../ui/fake-server.testing.ts'
import { stubLayout } from '../../ui/layout.testing.ts'
import { instant, serverOf, showPage } from '../../ui/page.testing.ts'
import { UnitPage } from './unit-page.tsx'

beforeEach(stubLayout)
afterEach(() => useScopeStore.setState({ scope: DEFAULT_SCOPE }))

/** Unit in Chicago with a machine there and one in Tokyo. */
const unit = {
  ...{ id: 70, name: 'Plant', route: '/o/70', org_unit_type_id: 1, active: true, parent_id: null, timezone: null },
  ...{ actual_timezone: 'America/Chicago', ancestors: [], schedule: {}, schedule_source: 'self', children: [] },
  ...{ other_shifts: 0, other_last_shifts: 0, also_counted: [], current_utilization: 1, util_groups: [] },
  ...{ util_s_actual: 600, util_s_expected: 600, period: machine.period, as_of: instant },
  equipment: [
    { ...machine, actual_timezone: 'America/Chicago' },
    { ...machine, id: 6, name: 'Far press', actual_timezone: 'Asia/Tokyo' },
  ],
  figures: { ...machine.figures, id: 70 },
}

test.each([
  ['no zone is chosen', null, 'Chicago CST, also for 1 machine in another time zone'],
  ['the zone of the unit is chosen', 'America/Chicago', 'Chicago CST'],
  ['another zone is chosen', 'Europe/Berlin', 'Berlin GMT+1'],
])(
  'the headline names the zone of its days, and how many machines have other days on their pages: %s',
  async (_, timezone, words) => {
    useScopeStore.setState({ scope: { ...DEFAULT_SCOPE, timezone } })
    serverOf()
      .on(getOrgUnit, () => ({ status: 'success', orgUnit: unit }))
      .on(utilizationOfOrgUnits, () => refuse('forbidden'))
    showPage(<UnitPage />, { at: '/o/70?tab=equipment', route: '/o/:id' })
    const place = words.split(' ')[0] ?? ''
    expect((await screen.findByText(new RegExp(`^${place}`))).textContent).toBe(words)
  },
)
