import { createS3Bucket } from './s3-bucket.ts'

const PAGE_SIZE = 1_000

/** Lists the keys of all objects of the bucket, page by page. */
export async function* listS3Files(url: string): AsyncGenerator<string[]> {
  const { client, bucket, request } = createS3Bucket(url)
  for (let startAfter: string | undefined = ''; startAfter !== undefined; ) {
    const after: string = startAfter
    const page = await request(() => client.listObjectsV2Query(bucket, '', '', '', PAGE_SIZE, after))
    const keys = page.objects.flatMap(({ name }) => name ?? [])
    yield keys
    startAfter = page.isTruncated ? keys.at(-1) : undefined
  }
}
