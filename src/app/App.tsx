import { lazy } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { notFoundRoute, type RouteId, routes } from '../routes.ts';
import { Layout } from './Layout.tsx';
import { loadPage } from './pages.ts';
import { Screen } from './Screen.tsx';

const routeIds = Object.keys(routes) as RouteId[];
const screens = routeIds.map((id) => ({ route: routes[id], Page: lazy(() => loadPage(id)) }));
const NotFoundPage = lazy(() => loadPage('notFound'));

/** The whole site; expects a router around it. */
export function App() {
  return (
    <Routes>
      <Route path="/" element={<Navigate to={routes.home.path} replace />} />
      <Route element={<Layout />}>
        {screens.map(({ route, Page }) => (
          <Route
            key={route.path}
            path={route.path}
            element={
              <Screen route={route}>
                <Page />
              </Screen>
            }
          />
        ))}
        <Route
          path="*"
          element={
            <Screen route={notFoundRoute}>
              <NotFoundPage />
            </Screen>
          }
        />
      </Route>
    </Routes>
  );
}
