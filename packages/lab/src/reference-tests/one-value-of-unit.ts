/** Table of the figures of one unit that several answers contain. A new answer for a figure is one more line. */
import {
  adding,
  averages,
  each,
  explained,
  type FigureTable,
  missing,
  ofAllCycles,
  ofAllShifts,
  statuses,
} from './one-value-places.ts'

const figures = (name: string) => [`page figures.${name}`, `util ${name}`, `finer ${name}`]

const sums = (name: string) => [`util sum buckets.${name}`, `finer sum buckets.${name}`, `series sum total.${name}`]

export const ofUnit: FigureTable = {
  run_s: [
    ...figures('run_secs'),
    ...sums('run_secs'),
    'page util_s_actual',
    'page sum util_groups.run_secs',
    'child run_secs',
    'shares run_secs',
    'shares sum shares.run_secs',
    'accounts sum run_secs',
    'accounts sum listed_run_s',
  ],
  scheduled_s: [
    ...figures('scheduled_s'),
    ...sums('scheduled_secs'),
    'page util_s_expected',
    'page sum util_groups.scheduled_secs',
    'child scheduled_secs',
    'shares scheduled_s',
    'shares sum shares.scheduled_s',
    'accounts sum scheduled_s',
    'accounts sum listed_scheduled_s',
  ],
  util_pct: [...figures('util_pct'), 'page current_utilization x100', 'child util_pct'],
  ...each([...statuses, 'cycles', ...adding], (name) => [...figures(name), ...sums(name)]),
  ...each(missing, figures),
  ...each(averages, (name) => [
    `util ${name}`,
    `finer ${name}`,
    name === 'cycle_time_avg' ? ofAllCycles(`page figures.${name}`) : `page figures.${name}`,
  ]),
  ...Object.fromEntries(
    explained.map(([name, as]) => [`explained.${name}`, [...figures(`explained.${name}`), `accounts sum as.${as}`]]),
  ),
  'explained.excluded': [
    ...figures('explained.excluded.seconds'),
    'shares sum shares.excluded_s',
    'accounts sum as.excluded',
  ],
  ...each(
    ['elsewhere.seconds', 'archived.seconds', 'excluded.machines', 'elsewhere.machines', 'archived.machines'],
    (name) => figures(`explained.${name}`),
  ),
  // Machines that are elsewhere and added nothing are in the explanation, but not in the list of shares.
  elsewhere_of_shares: ['shares sum shares.elsewhere_s', 'accounts sum as.elsewhere'],
  archived_of_shares: [ofAllShifts('shares sum shares.archived_s'), ofAllShifts('accounts sum as.archived')],
  ...each(
    ['util_pct', 'run_secs', 'scheduled_secs', ...adding, ...missing],
    (name) => [`util buckets.${name}`, `series total.${name}`, `page util_groups.${name}`],
    ' by bucket',
  ),
  ...each(
    [...statuses, ...averages, 'cycles'],
    (name) => [`util buckets.${name}`, `series total.${name}`],
    ' by bucket',
  ),
}
