import { Dialog } from '../ui/dialog.tsx'
import { stateText, statusKeys } from '../ui/status.ts'
import { StatusMark } from '../ui/status-mark.tsx'

const keys = [
  ['Ctrl K', 'Go to any machine, unit or page, or do something'],
  ['/', 'Search the company tree'],
  ['f', 'Fullscreen, and back'],
  ['[  ]', 'Period: earlier, later'],
  ['+  -', 'Period: nearer, wider'],
  ['0', 'Period: as it was before zooming'],
  ['Esc', 'Close what is open'],
  ['?', 'This list'],
] as const

const signs = [
  ...statusKeys.map((status) => ({ sign: <StatusMark status={status} />, words: stateText(status, false) })),
  { sign: <StatusMark status="unknown" />, words: stateText('unknown', false) },
  { sign: <StatusMark status="offline" quiet />, words: 'Hollow: it does not run, and is not scheduled now' },
  { sign: '∞', words: 'Nothing was scheduled in the period, so there is no percentage' },
]

/** Dialog with the list of keyboard shortcuts, and of the signs of statuses. */
export function Help({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys and signs" width={440}>
      <dl className="help">
        {keys.map(([key, words]) => (
          <div key={key} className="help-row">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <dl className="help">
        {signs.map(({ sign, words }) => (
          <div key={words} className="help-row">
            <dt>{sign}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
