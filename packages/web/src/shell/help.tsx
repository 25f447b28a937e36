import { Dialog } from '../ui/dialog.tsx'

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

/** Dialog with the list of keyboard shortcuts. */
export function Help({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard" width={440}>
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
    </Dialog>
  )
}
