import './tree.css'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { Tree, type TreeDataNode } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { usePaths } from '../../scope/links.ts'
import { usePreferences } from '../../scope/preferences.ts'
import { statusKey } from '../../ui/status.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useHeight } from '../../ui/use-size.ts'
import { countNodes, searchTree } from './find.ts'

/** The node being shown: `o-1` a unit, `e-1` a machine. */
export type NodeKey = `o-${number}` | `e-${number}`

interface NavigatorProps {
  root: TreeNodeShape
  selected: NodeKey | undefined
  onNavigate: () => void
  searchRef: React.RefObject<HTMLInputElement | null>
}

function toNode(unit: TreeNodeShape): TreeDataNode {
  return {
    key: `o-${unit.id}`,
    title: (
      <span className="tree-unit" title={unit.name}>
        {unit.name}
      </span>
    ),
    children: [
      ...unit.equipment.map((machine) => ({
        key: `e-${machine.id}`,
        isLeaf: true,
        title: (
          <span className="tree-machine" title={machine.name}>
            <StatusMark status={statusKey(machine.current_status?.status)} labelled size={11} />
            <span className="tree-name">{machine.name}</span>
          </span>
        ),
      })),
      ...unit.children.map(toNode),
    ],
  }
}

function Caret({ expanded }: { expanded?: boolean }) {
  return (
    <svg className="tree-caret" width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
      <path d={expanded ? 'M1 2.5h8L5 8z' : 'M2.5 1v8L8 5z'} fill="currentColor" />
    </svg>
  )
}

/** From here on only what is in sight is drawn. */
const MANY = 300
const ROW_PX = 28

const unitKeys = (unit: TreeNodeShape): string[] => [`o-${unit.id}`, ...unit.children.flatMap(unitKeys)]

/** The company tree: search, lines, live status marks; arrow keys and Enter walk it. */
export function Navigator({ root, selected, onNavigate, searchRef }: NavigatorProps) {
  const [words, setWords] = useState('')
  const navigate = useNavigate()
  const paths = usePaths()
  const { folded, setFolded } = usePreferences()
  const found = useMemo(() => searchTree(root, words), [root, words])
  const treeData = useMemo(() => (found === undefined ? [] : [toNode(found)]), [found])
  const all = useMemo(() => (found === undefined ? [] : unitKeys(found)), [found])
  const expanded = words.trim() === '' ? all.filter((key) => !folded.includes(key)) : all
  const box = useRef<HTMLDivElement>(null)
  const height = useHeight(box)
  const isLong = useMemo(() => found !== undefined && countNodes(found) > MANY, [found])
  useEffect(() => {
    if (selected !== undefined)
      box.current?.querySelector('.ant-tree-treenode-selected')?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  const go = (key: string): void => {
    const id = Number(key.slice(2))
    void navigate(key.startsWith('o-') ? paths.unit(id) : paths.machine(id))
    onNavigate()
  }
  return (
    <nav className="navigator" aria-label="Company tree">
      <div className="navigator-search">
        <input
          ref={searchRef}
          type="search"
          className="navigator-input"
          placeholder="Search company tree"
          aria-label="Search company tree"
          aria-keyshortcuts="/"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setWords('')}
        />
        <span className="navigator-key" aria-hidden="true">
          /
        </span>
      </div>
      {found === undefined ? (
        <p className="navigator-none" role="status">
          Nothing is called “{words.trim()}”.{' '}
          <button type="button" className="link-button" onClick={() => setWords('')}>
            Show all
          </button>
        </p>
      ) : (
        <div ref={box} className="navigator-tree">
          <Tree
            aria-label="Company tree"
            rootClassName="company-tree"
            treeData={treeData}
            showLine={{ showLeafIcon: false }}
            switcherIcon={Caret}
            blockNode
            motion={false}
            expandedKeys={expanded}
            selectedKeys={selected === undefined ? [] : [selected]}
            onExpand={(_, { node, expanded: opened }) =>
              setFolded(opened ? folded.filter((key) => key !== node.key) : [...folded, String(node.key)])
            }
            onSelect={(_, { node }) => go(String(node.key))}
            {...(isLong && height > 0 ? { height, itemHeight: ROW_PX } : {})}
          />
        </div>
      )}
    </nav>
  )
}
