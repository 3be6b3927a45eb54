/** Illustration: a path that ends in the grass, and an empty signpost. */
export function LostPathIllustration() {
  return (
    <svg width="264" height="168" viewBox="0 0 264 168" aria-hidden="true">
      <clipPath id="lost-path">
        <rect width="264" height="168" rx="24" />
      </clipPath>
      <g clipPath="url(#lost-path)">
        <rect width="264" height="168" fill="var(--surface-2)" />
        <circle cx="196" cy="46" r="17" fill="var(--line)" />
        <path d="M0 96c38-28 78-30 122-12 46 18 92 12 142-14v98H0z" fill="var(--accent-soft)" />
        <path d="M0 124c48-20 96-16 140-4 44 11 84 8 124-8v56H0z" fill="var(--accent)" opacity=".3" />
        <path
          d="M92 168c6-22 34-26 32-44-1-12-24-12-24-22"
          fill="none"
          stroke="var(--surface)"
          strokeWidth="9"
          strokeLinecap="round"
          strokeDasharray="1 17"
        />
        <g stroke="var(--text-2)" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" fill="var(--surface)">
          <path d="M168 142V82" />
          <path d="M150 84h34l9 8-9 8h-34z" />
          <path d="M186 108h-32l-9 8 9 8h32z" />
        </g>
        <g stroke="var(--accent)" strokeWidth="3" strokeLinecap="round" fill="none">
          <path d="M40 150v-10m6 12 3-9m-15 9-4-8M216 146v-9m6 10 3-8M70 136v-8m-5 9-3-7" />
        </g>
      </g>
    </svg>
  )
}
