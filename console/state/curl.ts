/** A call as a command, its body as JSON or as a text; `more`: further options of curl. */
export const curlOf = (url: string, body: unknown, more = ''): string =>
  `curl -X POST ${url} \\\n  -H 'Authorization: Bearer <tenant token>' -H 'Content-Type: application/json'${more} \\\n  -d '${(typeof body === 'string' ? body : JSON.stringify(body)).replaceAll("'", "'\\''")}'`
