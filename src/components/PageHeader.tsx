/** The main heading of a page; focus moves here when the page is navigated to. */
export function PageHeader({ heading, lead }: { readonly heading: string; readonly lead: string }) {
  return (
    <div className="page-header">
      <h1 tabIndex={-1}>{heading}</h1>
      <p className="lead">{lead}</p>
    </div>
  );
}
