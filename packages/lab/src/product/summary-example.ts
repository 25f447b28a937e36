import type { Answer } from '@millwatch/contract/endpoint'
import type { summaryOfOrgUnit } from '@millwatch/contract/http/reports-summary'

type Summary = Omit<Answer<typeof summaryOfOrgUnit>, 'status'>

const at = '2026-06-08T12:00:00.000Z'
const sums = { util_pct: 75, run_secs: 30_000, scheduled_s: 40_000, offline_scheduled_s: 10_000 }

const machine = (
  id: number,
  name: string,
  more: Partial<Summary['equipment'][number]>,
): Summary['equipment'][number] => ({
  ...{ id, name, parent_org_unit_id: 2, active: true, current_status: { status: 1, started_at: at } },
  ...{ util_excluded: false, ...sums, by_bucket: [75], buckets_without_data: [] },
  ...{ latest_cycle_at: at, last_contact_at: at, no_recent_cycle: false, excessive: [] },
  ...more,
})

/**
 * Summary of a unit with one unit below it, which has a running machine with stops of 0.1 s and 0.2 s, one that was archived
 * while it ran, one without contact, and one that is offline.
 */
export const exampleSummary: Summary = {
  units: [
    { id: 1, name: 'Plant', parent_id: null, ...sums },
    { id: 2, name: 'Hall', parent_id: 1, ...sums },
  ],
  equipment: [
    machine(11, 'Press', {
      excessive: [
        { status_reason_id: 5, stops: 1, scheduled_s: 0.2 },
        { status_reason_id: null, stops: 1, scheduled_s: 0.1 },
      ],
    }),
    machine(12, 'Old', { active: false, excessive: [{ status_reason_id: null, stops: 2, scheduled_s: 0.4 }] }),
    machine(13, 'New', {
      current_status: null,
      latest_cycle_at: null,
      last_contact_at: null,
      util_pct: null,
      scheduled_s: 0,
    }),
    machine(14, 'Saw', { current_status: { status: 3, started_at: at }, util_excluded: true, no_recent_cycle: true }),
  ],
  reasons: { 5: 'Jam' },
  buckets: { interval: 86_400, tz: 'UTC', time: [0] },
  period: { startDate: '2026-06-08T00:00:00.000Z', endDate: '2026-06-09T00:00:00.000Z' },
  as_of: at,
}

/** Lines of the summary as a file, from the row of `Hall` on; the page has no row of the unit that was asked for. */
export const exampleSummaryLines = [
  'unit,,Hall,1 of 3 running,,75,false,30000,40000,0.7,4,,,75,',
  `machine,Hall,Press,Running,${at},75,false,30000,40000,0.3,2,Jam,${at},75,under`,
  `machine,Hall,Old,Running,${at},75,false,30000,40000,0.4,2,,${at},75,`,
  'machine,Hall,New,No contact,,,false,30000,0,0,0,,,,',
  `machine,Hall,Saw,Offline,${at},75,true,30000,40000,0,0,,${at},75,"no-cycle;offline"`,
]
