"""What happens along the route?"""
