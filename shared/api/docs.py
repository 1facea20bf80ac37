from litestar import Router


def docs_router() -> Router:
    return Router("/", route_handlers=[])
