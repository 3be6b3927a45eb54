import { getIconButtonClassName, joinClassNames } from '@meadow/ui'
import { Link, useLocation, useNavigate, useShortcuts } from '@meadow/web'
import { Search } from 'lucide-react'
import { useRef } from 'react'
import styles from './search-box.module.css'
import { SearchCombobox } from './search-combobox.tsx'
import { t } from './texts.ts'

/** Search of the top bar: a field on wide screens, a link to the search page on others. The search page has its own field. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useShortcuts([
    {
      keys: '/',
      text: t('searchBox.shortcut'),
      scope: 'app',
      run: () => (input.current?.offsetParent ? input.current.focus() : void navigate('/search')),
    },
  ])
  if (pathname === '/search') return null
  return (
    <>
      <SearchCombobox inputRef={input} />
      <Link
        to="/search"
        aria-label={t('searchBox.open')}
        className={joinClassNames(getIconButtonClassName({}), styles['link'])}
      >
        <Search aria-hidden="true" />
      </Link>
    </>
  )
}
