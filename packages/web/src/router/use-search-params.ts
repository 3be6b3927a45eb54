import { useMemo } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

type SetSearchParams = (params: Record<string, string>, options?: NavigateOptions) => void

/** Returns the parameters of the address, and a function that replaces them all. */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const navigate = useNavigate()
  const { search } = useLocation()
  const params = useMemo(() => new URLSearchParams(search), [search])
  return [params, (next, options) => void navigate(`?${new URLSearchParams(next)}`, options)]
}
