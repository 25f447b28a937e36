import './report-list.css'
import { Link, useLocation } from 'react-router'
import { usePaths } from '../../scope/links.ts'
import { reportsOf } from '../../scope/reports.ts'
import type { Subject } from '../../scope/subject.ts'

/** List of links to the reports of a unit or machine, each with a sentence about its content; the report on screen is marked. */
export function ReportList({ subject }: { subject: Subject }) {
  const paths = usePaths()
  const { pathname } = useLocation()
  return (
    <ul className="stack tight">
      {reportsOf(subject).map(({ name, title, about }) => {
        const path = paths.report(subject, name)
        return (
          <li key={name}>
            <Link
              to={path}
              className="stack hoverable plain-link report-link"
              aria-current={path.split('?')[0] === pathname ? 'page' : undefined}
            >
              <span className="strong">{title}</span>
              <span className="note">{about}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
