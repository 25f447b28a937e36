import { Modal } from 'antd'

const keys = [
  ['/', 'Search the company tree'],
  ['f', 'Fullscreen, and back'],
  ['[  ]', 'Chart: earlier, later'],
  ['+  -', 'Chart: nearer, wider'],
  ['0', 'Chart: the whole 24 hours'],
  ['?', 'This list'],
] as const

/** The list of keys. */
export function Help({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal open={open} onCancel={onClose} title="Keyboard" footer={null} width={380}>
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
    </Modal>
  )
}
