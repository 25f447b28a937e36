import { expect, test } from 'vitest'
import { alertFindings } from './alerts.ts'

const alerts = `
      - alert: MillwatchAway
        expr: up{job="millwatch"} == 0
      - alert: MillwatchSlow
        expr: rate(millwatch_http_request_seconds_count[5m]) > millwatch_waiting`
const row = (name: string, ...cells: string[]) => `| \`${name}\` | ${cells.join(' | ')} |\n`
const good = row('MillwatchAway', 'the log', 'start it') + row('MillwatchSlow', 'the log', 'a faster disk')
const sources = `name: 'millwatch_http_request_seconds' metrics.gauge('waiting', '...')`

test('Alerts that each have their row and metrics are in order', () => {
  expect(alertFindings(alerts, good, sources)).toEqual([])
})

test('An alert without a row, a row without an alert, an empty cell and an unknown metric are found', () => {
  expect(alertFindings(alerts, good.replace('MillwatchSlow', 'MillwatchOld'), sources)).toEqual([
    'MillwatchSlow has no row of what to do when it fires',
    'MillwatchOld has a row and is no alert',
  ])
  expect(alertFindings(alerts, good.replace('start it', ' '), sources)).toEqual([
    'the row of MillwatchAway has an empty cell',
  ])
  expect(alertFindings(alerts, good, sources.replace("'waiting'", "'x'"))).toEqual(['millwatch_waiting is no metric'])
})
