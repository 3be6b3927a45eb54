import { useEffect, useState } from 'react'

/** Returns a URL that shows a file while the component is mounted; undefined in the first render. */
export function usePreviewUrl(file: Blob): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return url
}
