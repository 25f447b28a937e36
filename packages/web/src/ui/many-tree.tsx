import './many-list.css'
import { Button } from 'react-aria-components/Button'
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree'
import { FoldIcon } from './icons.tsx'
import { type ManyOption, Tick } from './many-list.tsx'

/** Group of a tree. It can be selected; its children cannot. */
export interface ManyNode extends ManyOption {
  readonly children: readonly ManyOption[]
}

interface ManyTreeProps {
  label: string
  nodes: readonly ManyNode[]
  chosen: ReadonlySet<string>
  onToggle: (value: string, isChosen: boolean) => void
  /** Text shown when there are no nodes. */
  empty: string
}

/**
 * Tree of groups, of which several can be selected; each calls `onToggle` when it is selected or no longer is. A group opens to
 * its children, which cannot be selected.
 */
export function ManyTree({ label, nodes, chosen, onToggle, empty }: ManyTreeProps) {
  return (
    <Tree
      className="scroll many-tree"
      aria-label={label}
      selectionMode="multiple"
      selectionBehavior="toggle"
      disabledBehavior="selection"
      // Escape closes the box around the tree; it changes nothing.
      escapeKeyBehavior="none"
      selectedKeys={chosen}
      onSelectionChange={(keys) => {
        // Keys that select all at once are not for changes that are stored at once.
        if (keys === 'all') return
        for (const { value } of nodes) {
          const isChosen = keys.has(value)
          if (isChosen !== chosen.has(value)) onToggle(value, isChosen)
        }
      }}
      renderEmptyState={() => <p className="muted callout">{empty}</p>}
    >
      {nodes.map(({ value, label: name, note, children }) => (
        <TreeItem key={value} id={value} textValue={name}>
          <TreeItemContent>
            {({ isExpanded, hasChildItems, isSelected }) => (
              <span className="line many-item" data-selected={isSelected || undefined}>
                {hasChildItems ? (
                  <Button slot="chevron" className="center many-fold">
                    <FoldIcon open={isExpanded} />
                  </Button>
                ) : (
                  <span className="many-fold" />
                )}
                <Tick />
                <bdi className="any-break grow">{name}</bdi>
                {note}
              </span>
            )}
          </TreeItemContent>
          {children.map((child) => (
            <TreeItem key={child.value} id={child.value} textValue={child.label} isDisabled>
              <TreeItemContent>
                <span className="line second many-item">
                  <bdi className="any-break grow">{child.label}</bdi>
                  {child.note}
                </span>
              </TreeItemContent>
            </TreeItem>
          ))}
        </TreeItem>
      ))}
    </Tree>
  )
}
