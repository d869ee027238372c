import { Navigate, useLocation } from 'react-router-dom';
import homePlace from '../pages/home/place.ts';
import notFoundPlace from '../pages/not-found/place.ts';
import { Layout } from './Layout.tsx';
import { LazyPage, NOT_FOUND, placeAt } from './pages.tsx';

export function App() {
  const { pathname } = useLocation();
  if (pathname === '/') return <Navigate to={homePlace.path} replace />;
  const found = placeAt(pathname);
  const place = found ?? notFoundPlace;
  return (
    <Layout place={place}>
      <LazyPage id={found?.id ?? NOT_FOUND} place={place} />
    </Layout>
  );
}
